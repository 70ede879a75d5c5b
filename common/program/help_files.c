/* common/program/help_files.c - the manual page and the completions for bash and
 * zsh, from the table of flags. `make man` writes them to files. */
#include "help.h"
#include "tree.h"
#include <ctype.h>
#include <stdio.h>
#include <string.h>

/* ---- Manual page, in the macros of man(7) ---- */

/* Prints text in which - and \ are not special to troff. */
static void print_roff(const char *text)
{
    for (; *text; text++)
        if (*text == '-' || *text == '\\')
            printf(*text == '-' ? "\\-" : "\\e");
        else
            putchar(*text);
}

/* The name of the program, in letters that print calls. */
static void print_title(void)
{
    printf(".TH ");
    for (const char *c = tree_program; *c; c++)
        putchar(toupper((unsigned char)*c));
    printf(" 1 \"\" \"memwall\" \"User commands\"\n");
}

static void print_man_flag(const struct options *defaults, const struct flag *f)
{
    char value[TEXT_LENGTH + 4];
    help_default(defaults, f, value, sizeof value);
    printf(".TP\n.BR ");
    print_roff("--");
    print_roff(f->name);
    printf(" =\\fI");
    print_roff(f->words);
    printf("\\fR\n");
    print_roff(f->help);
    print_roff(value);
    printf("\n.br\nVerbs:");
    for (int v = 0; v < VERBS; v++)
        if (f->verbs >> v & 1)
            printf(" %s", verb_name((enum verb)v));
    printf("\n");
}

void help_man(void)
{
    const struct options defaults = options_default();
    print_title();
    printf(".SH NAME\n");
    print_roff(tree_program);
    printf(
        " \\- HPG\\-MxP, the benchmark of mixed\\-precision GMRES with multigrid\n"
        ".SH SYNOPSIS\n.B ");
    print_roff(tree_program);
    printf(
        "\n[\\fIverb\\fR] [\\fInx ny nz\\fR "
        "[\\fIseconds\\fR]] [\\fB\\-\\-flag\\fR=\\fIvalue\\fR ...]\n"
        ".SH DESCRIPTION\n"
        "A flag and its value may also be two arguments. Without a size the "
        "program reads the size and the seconds from the file \\fIhpgmp.dat\\fR, "
        "and without this file the size is 104 104 104.\n");
    for (int v = 0; v < VERBS; v++) {
        printf(".TP\n.B %s\n", verb_name((enum verb)v));
        print_roff(help_verb((enum verb)v));
        printf("\n");
    }
    printf(".SH FLAGS\nDefault values are in parentheses.\n");
    const struct flag *f;
    for (int k = 0; (f = flag_at(k)); k++)
        if (!*f->name) {
            printf(".SS ");
            print_roff(f->help);
            printf("\n");
        } else if (f->verbs) {
            print_man_flag(&defaults, f);
        }
    printf(
        ".SH FILES\n.TP\n.I hpgmp.dat\ntwo lines of any text, a line with nx ny "
        "nz, a line with the seconds\n"
        ".TP\n.I HPGMP\\-Benchmark_0.1_*.txt\nthe report of bench, with the keys "
        "of HPG\\-MxP\n"
        ".SH EXIT STATUS\n.TP\n0\nThe result is valid.\n"
        ".TP\n1\nThe result is not valid, or the solver did not converge.\n"
        ".TP\n2\nThe input is wrong. No file was written.\n"
        ".TP\n3\nThere was not enough memory, or a system call failed.\n");
}

/* ---- Completion ---- */

/* The verbs of a flag as |bench|solve|. */
static void print_verb_list(int verbs)
{
    for (int v = 0; v < VERBS; v++)
        if (verbs >> v & 1)
            printf("|%s", verb_name((enum verb)v));
    putchar('|');
}

/* The values of a flag that a shell can complete: the words of a choice, and of
 * texts those in lower case; a file name if the rest contains FILE or DIR. */
static void print_values(const struct flag *f)
{
    const char *w = f->kind == CHOICE || f->kind == TEXT ? f->words : "";
    while (*w) {
        int length = (int)strcspn(w, "|");
        if (f->kind == CHOICE || islower((unsigned char)*w))
            printf("%.*s ", length, w);
        w += length + (w[length] == '|');
    }
    if (f->kind == TEXT && (strstr(f->words, "FILE") || strstr(f->words, "DIR")))
        printf("FILE");
}

/* A table of lines FLAG |VERB|VERB| VALUE ... that both completions search. */
static void print_table(void)
{
    const struct flag *f;
    for (int k = 0; (f = flag_at(k)); k++)
        if (*f->name && f->verbs) {
            printf("--%s ", f->name);
            print_verb_list(f->verbs);
            putchar(' ');
            print_values(f);
            putchar('\n');
        }
    printf("--help |bench|solve|poisson|kernels| all man bash zsh\n");
}

void help_bash(void)
{
    printf("# Completion of %s for bash, written by %s --help=bash.\n"
           "_%s() {\n"
           "    local table='\n",
           tree_program, tree_program, tree_program);
    print_table();
    printf("'\n"
           "    local line=${COMP_LINE:0:COMP_POINT} word verb=bench flag verbs "
           "values\n"
           "    word=${line##*[[:blank:]]}\n"
           "    case ${COMP_WORDS[1]} in solve|poisson|kernels) "
           "verb=${COMP_WORDS[1]};; esac\n"
           "    COMPREPLY=()\n"
           "    if [[ $word != -* ]]; then\n"
           "        ((COMP_CWORD == 1)) && COMPREPLY=($(compgen -W 'bench solve "
           "poisson kernels' -- \"$word\"))\n"
           "        return\n"
           "    fi\n"
           "    while read -r flag verbs values; do\n"
           "        [[ $verbs == *\"|$verb|\"* ]] || continue\n"
           "        if [[ $word == \"$flag=\"* ]]; then\n"
           "            [[ $values == *FILE ]] && "
           "COMPREPLY=($(compgen -f -- \"${word#*=}\"))\n"
           "            COMPREPLY+=($(compgen -W \"${values%%FILE}\" -- "
           "\"${word#*=}\"))\n"
           "        elif [[ $word != *=* && $flag == \"$word\"* ]]; then\n"
           "            COMPREPLY+=(\"$flag=\")\n"
           "        fi\n"
           "    done <<<\"$table\"\n"
           "}\n"
           "complete -o nospace -F _%s %s\n",
           tree_program, tree_program);
}

void help_zsh(void)
{
    printf("#compdef %s\n"
           "# Completion for zsh, written by %s --help=zsh.\n"
           "local table='\n",
           tree_program, tree_program);
    print_table();
    printf("'\n"
           "local verb=bench line flag verbs values word=${words[CURRENT]}\n"
           "case ${words[2]} in solve|poisson|kernels) verb=${words[2]};; esac\n"
           "if [[ $word != -* ]]; then\n"
           "    ((CURRENT == 2)) && compadd bench solve poisson kernels\n"
           "    return\n"
           "fi\n"
           "for line in ${(f)table}; do\n"
           "    read -r flag verbs values <<<$line\n"
           "    [[ $verbs == *\"|$verb|\"* ]] || continue\n"
           "    if [[ $word == $flag=* ]]; then\n"
           "        compset -P '*='\n"
           "        compadd -- ${(s: :)values%%FILE}\n"
           "        [[ $values == *FILE ]] && _files\n"
           "    elif [[ $word != *=* ]]; then\n"
           "        compadd -S = -- $flag\n"
           "    fi\n"
           "done\n");
}
