// Writes what documents the command line from its option table: `documents man`, `documents bash`,
// `documents zsh`. The build runs it; it is not installed.
#include "driver/options.h"
#include "driver/toolchain.h"

#include <string.h>

static const struct {
    const char *name, *text;
} variables[] = {
    {"OFFLOADCC_ARCH", "The targets where \\fB--offload-arch\\fR is not given."},
    {"OFFLOADCC_CACHE", "As \\fB--offload-cache\\fR, where that is not given."},
    {"OFFLOADCC_CACHE_SIZE",
     "How much compiled device code is kept: bytes, or a number with K, M, G or T behind it. "
     "Default: 1G."},
    {"OFFLOADCC_CACHE_VERIFY",
     "\\fB1\\fR compiles all device code and compares it with what the cache has; a difference is "
     "an error."},
    {"OFFLOADCC_CLANG", "The clang to use; it must be of LLVM 22."},
    {"OFFLOADCC_REPORT", "For the programs that come out: \\fBsummary\\fR has them print at their "
                         "end what they copied."},
    {"OMP_TARGET_OFFLOAD", "Likewise: \\fBMANDATORY\\fR has them stop where no device runs their "
                           "kernels, \\fBDISABLED\\fR "
                           "run all of them on the CPU."},
};

// Text in which troff takes nothing for its own.
static void print_escaped(const char *text) {
    for (; *text; text++)
        printf(*text == '-' ? "\\-" : *text == '\\' ? "\\e" : "%c", *text);
}

static void print_man(void) {
    fputs(".TH OFFLOADCC 1 \"\" \"offloadcc " OC_VERSION "\" \"User Commands\"\n"
          ".SH NAME\noffloadcc \\- a C compiler that also compiles kernels for GPUs\n"
          ".SH SYNOPSIS\n.B offloadcc\n[\\fIoption\\fR ...] \\fIfile\\fR ...\n"
          ".SH DESCRIPTION\n"
          "Compiles and links C as clang does. Functions that \\fB<offload.h>\\fR's "
          "\\fBoffload_kernel\\fR marks\nare compiled for GPUs too, and \\fBoffload(kernel, "
          ".threads = {n})(arguments)\\fR runs them there, or on\nthe CPU where no GPU serves. "
          "The header documents the language.\n"
          ".SH OPTIONS\nAll of clang's, and:\n",
          stdout);
    for (size_t i = 0; i < oc_option_count; i++) {
        const struct oc_option *option = &oc_options[i];
        if (!option->help)
            continue;
        fputs(".TP\n\\fB", stdout);
        print_escaped(option->name);
        fputs("\\fI", stdout);
        print_escaped(option->help);
        fputs("\\fR\n", stdout);
        print_escaped(option->help + strlen(option->help) + 1);
        fputs(".\n", stdout);
    }
    fputs(".SH ENVIRONMENT\n", stdout);
    for (size_t i = 0; i < sizeof variables / sizeof *variables; i++)
        printf(".TP\n.B %s\n%s\n", variables[i].name, variables[i].text);
    fputs(".SH EXIT STATUS\nclang's: 0 if all went well, else 1; 128+n where a step was ended by "
          "signal n.\n"
          ".SH EXAMPLES\n.nf\n"
          "offloadcc \\-O3 saxpy.c \\-o saxpy\n"
          "offloadcc \\-O3 \\-\\-offload\\-arch=sm_80,sm_90,gfx90a saxpy.c \\-o saxpy\n"
          "make CC=offloadcc\n.fi\n"
          ".SH SEE ALSO\n.BR clang (1)\n",
          stdout);
}

// The words that may follow an option's "=": those of "text|json", or nothing.
static void print_choices(const char *value, const char *separator) {
    for (; *value && strchr(value, '|'); value += strcspn(value, "|") + 1)
        if (value[strspn(value, "abcdefghijklmnopqrstuvwxyz")] == '|')
            printf("%.*s%s", (int)strcspn(value, "|"), value, separator);
    if (value[strspn(value, "abcdefghijklmnopqrstuvwxyz")] == '\0')
        fputs(value, stdout);
}

static void print_bash(void) {
    fputs("# bash completion for offloadcc: its own options, and clang's as clang knows them.\n"
          "_offloadcc()\n{\n"
          "    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} line\n"
          "    # bash takes '--option=value' apart.\n"
          "    if [[ $word == = ]]; then word= ; elif [[ $before == = ]]; then "
          "before=${COMP_WORDS[COMP_CWORD-2]}; fi\n"
          "    COMPREPLY=()\n"
          "    case $before in\n",
          stdout);
    for (size_t i = 0; i < oc_option_count; i++)
        if (oc_options[i].help && strchr(oc_options[i].help, '|')) {
            size_t length = strlen(oc_options[i].name);
            printf("    %.*s) COMPREPLY=($(compgen -W \"", (int)length - 1, oc_options[i].name);
            print_choices(oc_options[i].help, " ");
            fputs("\" -- \"$word\"))", stdout);
            fputs(strstr(oc_options[i].help, "DIR")
                      ? "; COMPREPLY+=($(compgen -d -- \"$word\"));;\n"
                      : "; return;;\n",
                  stdout);
        }
    fputs("    esac\n"
          "    [[ $word == -* ]] || return 0\n"
          "    COMPREPLY=($(compgen -W \"",
          stdout);
    for (size_t i = 0; i < oc_option_count; i++)
        if (oc_options[i].help)
            printf("%s ", oc_options[i].name);
    fputs("\" -- \"$word\"))\n"
          "    while IFS=$'\\t' read -r line _; do\n"
          "        [[ $line == \"$word\"* ]] && COMPREPLY+=(\"$line\")\n"
          "    done < <(clang-22 --autocomplete=\"$word\" 2>/dev/null)\n"
          "    [[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == *= ]] && compopt -o nospace\n"
          "    return 0\n"
          "}\n"
          "complete -o default -F _offloadcc offloadcc\n",
          stdout);
}

// In zsh's descriptions brackets and colons are syntax, in its quotes an apostrophe is.
static void print_zsh_text(const char *text) {
    for (; *text; text++)
        printf(*text == '\'' ? "'\\''" : strchr("[]:\\", *text) ? "\\%c" : "%c", *text);
}

static void print_zsh(void) {
    fputs("#compdef offloadcc\n"
          "# zsh completion for offloadcc: its own options, then clang's and files.\n"
          "_offloadcc_clang() {\n"
          "    local -a options\n"
          "    if [[ $PREFIX == -* ]]; then\n"
          "        options=(${(f)\"$(clang-22 --autocomplete=$PREFIX 2>/dev/null | cut -f1)\"})\n"
          "        compadd -- $options\n"
          "    else\n"
          "        _files\n"
          "    fi\n"
          "}\n"
          "_arguments \\\n",
          stdout);
    for (size_t i = 0; i < oc_option_count; i++) {
        const struct oc_option *option = &oc_options[i];
        if (!option->help)
            continue;
        bool has_value = *option->help && oc_ends_with(option->name, "=");
        printf("    '%s%s[", option->name, has_value ? "-" : "");
        print_zsh_text(option->help + strlen(option->help) + 1);
        fputs("]", stdout);
        if (has_value) {
            printf(":%s:", strchr(option->help, '|') ? "value" : option->help);
            if (strchr(option->help, '|') && !strstr(option->help, "DIR")) {
                fputs("(", stdout);
                print_choices(option->help, " ");
                fputs(")", stdout);
            } else {
                fputs(strstr(option->help, "DIR") ? "_files -/" : "_files", stdout);
            }
        }
        fputs("' \\\n", stdout);
    }
    fputs("    '*: :_offloadcc_clang'\n", stdout);
}

int main(int argc, char **argv) {
    const char *form = argc == 2 ? argv[1] : "";
    if (strcmp(form, "man") == 0)
        print_man();
    else if (strcmp(form, "bash") == 0)
        print_bash();
    else if (strcmp(form, "zsh") == 0)
        print_zsh();
    else
        return 2;
    return fflush(stdout) == 0 && !ferror(stdout) ? 0 : 1;
}
