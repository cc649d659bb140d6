# Types each argument, presses TAB and prints what the line has become.
zmodload zsh/zpty
script=$1 out=$2
shift 2
zpty shell zsh -f -i
zpty -w shell "autoload -Uz compinit; compinit -u -D; source $script"
zpty -w shell "told() { print -r -- \"\$BUFFER\" >$out; BUFFER=''; zle redisplay }; zle -N told; bindkey '^X' told"
for line in "$@"; do
  rm -f $out
  zpty -w -n shell "$line"$'\t\x18'
  while [[ ! -s $out ]]; do zpty -r -t shell shown; zselect -t 5 2>/dev/null || sleep 0.05; done
  cat $out
done
