# complete.sh FILE: what the completion of FILE makes of some words, as bash splits them.
source "$1"
compopt() { :; }
try() {
    local shown=$1
    shift
    COMP_WORDS=(offloadcc "$@")
    COMP_CWORD=$#
    _offloadcc
    echo "$shown: $(printf '%s\n' "${COMPREPLY[@]}" | sort -u | tr '\n' ' ')"
}
try --offload-rep --offload-rep
try --offload-report= --offload-report =
try --offload-report=j --offload-report = j
try -fopenmp-t -fopenmp-t
try x.c x.c
