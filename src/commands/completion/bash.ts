import { ABOUT } from './about.ts'

/**
 * For bash from 3.2 on, with no need of the package bash-completion. Nothing that was typed or offered is evaluated: a
 * context may be called `$(reboot)`.
 */
export const bash = String.raw`${ABOUT}

_kubectl_finalize() {
    local IFS=$'\n' line=${'$'}{COMP_LINE:0:COMP_POINT} tab=$'\t'
    local words i count=0 word gap

    # bash splits words at = and : too; the program wants them as they were typed, up to the cursor.
    for ((i = 0; i <= COMP_CWORD; i++)); do
        word=${'$'}{COMP_WORDS[i]}
        gap=${'$'}{line%%[![:space:]]*}
        line=${'$'}{line#"$gap"}
        ((i == COMP_CWORD)) && word=$line
        line=${'$'}{line#"$word"}
        if [[ -n $gap || $i -eq 0 ]]; then
            words[count]=$word
            count=$((count + 1))
        else
            words[count - 1]+=$word
        fi
    done
    for ((i = 0; i < count; i++)); do
        case ${'$'}{words[i]} in
            '~/'*) words[i]=$HOME/${'$'}{words[i]#'~/'} ;;
        esac
    done

    # An alias is no program.
    local program=${'$'}{words[0]}
    type -P -- "$program" >/dev/null || program=kubectl-finalize

    local current=${'$'}{words[count - 1]} choices=() directive=0 choice
    while read -r choice; do
        case $choice in
            :[0-9]*) directive=${'$'}{choice#:} ;;
            ?*) choices+=("$choice") ;;
        esac
    done < <("$program" __complete "${'$'}{words[@]:1}" 2>/dev/null)

    COMPREPLY=()
    [[ $current == -*=* ]] && current=${'$'}{current#*=}
    if (((directive & 4) == 0)); then
        while read -r choice; do
            COMPREPLY+=("$choice")
        done < <(compgen -f -- "$current")
        compopt -o filenames 2>/dev/null
        return
    fi
    (((directive & 2) != 0)) && compopt -o nospace 2>/dev/null

    # What is about to be inserted goes without its description; only a list shows it.
    local described=yes head=''
    ((${'$'}{#choices[@]} == 1)) || [[ $COMP_TYPE == 37 || $COMP_TYPE == 42 ]] && described=no
    # And without what readline takes for words of their own before it.
    for i in : =; do
        [[ $COMP_WORDBREAKS == *"$i"* && $current == *"$i"* ]] || continue
        word=${'$'}{current%"${'$'}{current##*"$i"}"}
        ((${'$'}{#word} > ${'$'}{#head})) && head=$word
    done
    for choice in "${'$'}{choices[@]}"; do
        word=${'$'}{choice%%"$tab"*}
        if [[ $described == yes && $choice == *"$tab"* ]]; then
            COMPREPLY+=("${'$'}{word#"$head"}  (${'$'}{choice#*"$tab"})")
        else
            word=${'$'}{word#"$head"}
            # What needs no quotes gets none: bash would put a backslash before each comma.
            [[ $word == *[!-[:alnum:]_./,:=@%+]* ]] && printf -v word '%q' "$word"
            COMPREPLY+=("$word")
        fi
    done
}

complete -F _kubectl_finalize kubectl-finalize
`
