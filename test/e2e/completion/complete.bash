# Completes each argument as readline would: words split at COMP_WORDBREAKS, and what is offered, a line each.
source "$1"
shift
[[ $(complete -p kubectl-finalize) == 'complete -F _kubectl_finalize kubectl-finalize' ]] || exit 1
for line in "$@"; do
  COMP_LINE=$line COMP_POINT=${#line} COMP_TYPE=37
  read -r -a COMP_WORDS <<<"$(sed -E 's/(=|:)/ \1 /g' <<<"$line")"
  [[ $line == *' ' || $line == *[=:] ]] && COMP_WORDS+=('')
  COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
  _kubectl_finalize 2>/dev/null
  printf '%s\n' "${COMPREPLY[*]}"
done
