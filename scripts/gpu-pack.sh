# What scripts/gpu-test and scripts/gpu-bench share, and their packs have as gpu-pack.sh: a directory of
# programs with the libraries that they load, starting these where there is only a GPU's driver, and options.
# shellcheck shell=bash
# shellcheck disable=SC2034,SC2154 # the scripts set here and pack_name, and use what is set here

die() {
    printf '%s: error: %s\n' "${0##*/}" "$1" >&2
    exit 2
}

# The examples, with arguments that make them quick. data/ is what examples/* has for them.
examples='
black-scholes 100000
blur data/rings.ppm blur.ppm
conjugate-gradient 3
heat 50 70 20
histogram data/rings.ppm
life --size=100x90 --generations=30 data/gun.rle
mandelbrot -w 320 -h 200 -n 200 mandelbrot.ppm
matmul 300
nbody 2000 20
raytracer --size=180x120 raytracer.ppm
reduction 300007
saxpy 1000003
scan 70001
spmv --grid 50
'

# ---- Packing -------------------------------------------------------------------------------------

# begin_pack PLACE: sets pack, a directory that is PLACE or will be packed into it.
begin_pack() {
    local place=$1
    [[ -x $offloadcc ]] || die "there is no '$offloadcc': build the tree, or name one with --offloadcc"
    case $place in
    *.tar.xz)
        scratch=$(mktemp -d)
        pack=$scratch/$pack_name
        ;;
    *)
        [[ ! -e $place || -z $(ls -A "$place") || -x $place/run ]] ||
            die "'$place' is not empty, and was not packed by this script"
        rm -rf "$place"
        pack=$place
        ;;
    esac
    mkdir -p "$pack/programs"
    pack=$(cd "$pack" && pwd)
    cp "$here/$pack_name" "$pack/run"
    cp "$here/gpu-pack.sh" "$pack"
}

# start_job COMMAND...: in the background, as many as there are cores.
start_job() {
    while [[ $(jobs -rp | wc -l) -ge $(nproc) ]]; do
        wait -n || true
    done
    { "$@" || touch "$pack/failed"; } &
}

wait_for_jobs() {
    wait
    [[ ! -e $pack/failed ]] || die 'not all programs could be compiled'
}

# ours NAME ARCHS SOURCE OPTIONS...: a job that makes a program of the pack's. A missing image is an error here.
ours() {
    start_job "$offloadcc" -O2 ${compile_options[@]+"${compile_options[@]}"} -Werror=offload-no-image --offload-arch="$2" "${@:4}" "$3" \
        -o "$pack/programs/$1" -lm
}

# What the examples read.
pack_data() {
    mkdir "$pack/data"
    find "$tree/examples" -type f ! -name '*.c' ! -name '*.md' -exec cp {} "$pack/data" ';'
}

# The libraries that the programs load, but for glibc's: those are apart, for a machine whose own
# are older.
pack_libraries() {
    local name path glibc
    mkdir -p "$pack/lib" "$pack/glibc"
    while read -r name path; do
        case $name in
        libc.so.* | libm.so.*)
            glibc=$(dirname "$path")
            cp "$path" "$pack/glibc/$name"
            ;;
        *ld-linux-*) ;;
        *) cp "$path" "$pack/lib/$name" ;;
        esac
    done < <(ldd "$pack/programs/device-probe" | sed -nE 's/^\s*(\S+) => (\/\S+) .*/\1 \2/p')
    # libomptarget looks for this name, and must not find another copy.
    ln -sf libomp.so.5 "$pack/lib/libomp.so"
    # The loader, and what a driver may load besides.
    for path in "$glibc"/{ld-linux-*.so.*,libdl.so.2,libpthread.so.0,librt.so.1}; do
        [[ ! -e $path ]] || cp "$path" "$pack/glibc"
    done
}

# end_pack PLACE
end_pack() {
    pack_libraries
    if [[ $1 == *.tar.xz ]]; then
        XZ_OPT=-T0 tar -cJf "$1" -C "$scratch" "$pack_name"
    fi
}

# ---- Running -------------------------------------------------------------------------------------

# Where NVIDIA's driver may be, for a machine that has only libcuda.so.1: LLVM loads libcuda.so.
find_cuda() {
    local path paths
    paths=$( (ldconfig -p || /sbin/ldconfig -p) 2>/dev/null | sed -nE 's/.* => (.*\/libcuda\.so(\.1)?)$/\1/p' || true)
    for path in $paths /usr/local/nvidia/lib64/libcuda.so.1 /usr/lib64/libcuda.so.1 \
        /usr/lib/x86_64-linux-gnu/libcuda.so.1 /usr/lib/wsl/lib/libcuda.so.1; do
        if [[ -e $path ]]; then
            ln -sf "$path" "$scratch/driver/libcuda.so"
            ln -sf "$path" "$scratch/driver/libcuda.so.1"
            return
        fi
    done
}

# begin_run DIR: sets dir, scratch, libraries and loader, and says what device there is. Programs run in
# the scratch directory, where data/ is the pack's.
begin_run() {
    dir=$(cd "$1" 2>/dev/null && pwd) || die "there is no directory '$1'"
    [[ -f $dir/tests ]] || die "'$1' was not packed by this script"
    scratch=$(mktemp -d)
    mkdir "$scratch/driver"
    ln -s "$dir/data" "$scratch/data"
    libraries=$dir/lib:$scratch/driver${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
    find_cuda
    probe
}

# start_words NAME: sets words, which start a program of the pack where with_libraries starts them.
start_words() {
    words=(${emulator[@]+"${emulator[@]}"} "$dir/programs/$1")
    [[ -z $loader ]] || words=("$loader" --library-path "$dir/glibc:$libraries" "${words[@]}")
}

# with_libraries COMMAND...: what starts programs of the pack, in the scratch directory, on a device or not at
# all. The output is in $scratch/output.
with_libraries() {
    (
        cd "$scratch" || exit
        export OMP_TARGET_OFFLOAD=MANDATORY
        [[ -n $loader ]] || export LD_LIBRARY_PATH=$libraries
        timeout "${time_limit:-120}" "$@" || exit $?
    ) >"$scratch/output" 2>&1 </dev/null
}

# run_program NAME ARGUMENTS...
run_program() {
    local words
    start_words "$1"
    with_libraries "${words[@]}" "${@:2}"
}

# Finds out how programs start here and whether they find a device.
probe() {
    loader=
    if ! run_program device-probe && grep -q 'GLIBC_' "$scratch/output"; then
        echo "The C library here is older than the programs need: they use the one in $dir."
        loader=$(echo "$dir"/glibc/ld-linux-*)
        run_program device-probe || true
    fi
    if ! grep -q '^device: ' "$scratch/output"; then
        cat "$scratch/output" >&2
        die "no device here can run these programs: is the GPU's driver installed, and is it one of the architectures that were packed?"
    fi
    cat "$scratch/output"
}

# ---- The command line ----------------------------------------------------------------------------

tree=$(dirname "$here")
mode=both place='' archs='' offloadcc=$tree/build/release/bin/offloadcc only=() scratch=''
# Options for the compiler; what a GPU that is not there is emulated by.
compile_options=() emulator=()
trap '[[ -z $scratch ]] || rm -rf "$scratch"' EXIT
# In a packed directory the script is called `run`.
if [[ -f $here/tests ]]; then
    mode=run place=$here
fi

# read_options ARGUMENTS...: each that is not one of these goes to own_option, the script's.
read_options() {
    while [[ $# -gt 0 ]]; do
        case $1 in
        --pack | --run)
            [[ $# -ge 2 ]] || die "$1 needs a directory"
            mode=${1#--} place=$2
            shift
            ;;
        --arch=*) archs=${1#*=} ;;
        --offloadcc=*) offloadcc=${1#*=} ;;
        --options=*) read -ra compile_options <<<"${1#*=}" ;;
        -h | --help)
            sed -n '2,/^[^#]/s/^# \{0,1\}//p' "$0"
            exit
            ;;
        *) own_option "$1" ;;
        esac
        shift
    done
}

# What the options ask for, by the script's do_pack, do_run and others of the modes that it has.
do_mode() {
    case $mode in
    pack)
        archs=${archs:-sm_90}
        do_pack "$place"
        ;;
    both)
        archs=${archs:-$(offload-arch-22 2>/dev/null | sort -u | paste -sd, || true)}
        [[ -n $archs ]] || die 'this machine has no GPU that LLVM knows: see --pack'
        do_pack "$tree/build/$pack_name"
        do_run "$tree/build/$pack_name"
        ;;
    *) "do_$mode" "$place" ;;
    esac
}
