import { ABOUT } from './about.ts'

export const fish = String.raw`${ABOUT}

function __kubectl_finalize_choices
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    set -l answer ($words[1] __complete $words[2..-1] "$current" 2>/dev/null)
    set -l directive (string match -r '^:[0-9]+$' -- $answer[-1])
    set -q directive[1]; or return
    # fish wants the flag before its value too.
    set -l flag (string match -r '^-[^=]*=' -- $current)
    if test $directive = :0
        __fish_complete_path (string replace -- "$flag" '' "$current") | string replace -r '^' -- "$flag"
        return
    end
    for choice in $answer[1..-2]
        printf '%s%s\n' "$flag" $choice
    end
end

complete -c kubectl-finalize -f -a '(__kubectl_finalize_choices)'
`
