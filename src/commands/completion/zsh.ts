import { ABOUT } from './about.ts'

/** For zsh with compinit: to be sourced, or a file \`_kubectl-finalize\` in a folder of \`fpath\`. */
export const zsh = String.raw`#compdef kubectl-finalize
${ABOUT}

_kubectl-finalize() {
    local -a answer described inserted
    local choice directive=0 flags=()

    answer=("${'$'}{(@f)$("${'$'}{(Q)words[1]/#\~\//$HOME/}" __complete "${'$'}{(@Q)words[2,CURRENT-1]}" "${'$'}{(Q)PREFIX}" 2>/dev/null)}")
    for choice in $answer; do
        case $choice in
            :<->) directive=${'$'}{choice#:} ;;
            *$'\t'*)
                inserted+=("${'$'}{choice%%$'\t'*}")
                described+=("${'$'}{choice%%$'\t'*}  -- ${'$'}{choice#*$'\t'}")
                ;;
            ?*)
                inserted+=("$choice")
                described+=("$choice")
                ;;
        esac
    done

    # After --flag= only the value is completed.
    [[ $PREFIX == -*=* ]] && compset -P '*='
    if ((!(directive & 4))); then
        _files
        return
    fi
    ((directive & 2)) && flags=(-S '')
    ((${'$'}#inserted)) && compadd -l -d described "${'$'}flags[@]" -a inserted
}

if [[ $funcstack[1] == _kubectl-finalize ]]; then
    _kubectl-finalize "$@"
else
    compdef _kubectl-finalize kubectl-finalize
fi
`
