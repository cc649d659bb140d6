#!/usr/bin/env bash
# Runs FINALIZE_PROGRAM, writes causes and a picture to the summary of the job, and ends with the program's own exit code.
set -uo pipefail

case $FINALIZE_COMMAND in
  wait | explain) ;;
  *) echo "error: command must be wait or explain" >&2; exit 2 ;;
esac
read -r -d '' -a objects <<< "${FINALIZE_OBJECTS:-}"
for object in ${objects[@]+"${objects[@]}"}; do
  [[ $object == [!-]*/?* ]] || { echo "error: objects must be TYPE/NAME: $object" >&2; exit 2; }
done
where=()
[[ -z ${FINALIZE_NAMESPACE:-} ]] || where+=("--namespace=$FINALIZE_NAMESPACE")
[[ -z ${FINALIZE_CONTEXT:-} ]] || where+=("--context=$FINALIZE_CONTEXT")
flags=()
[[ $FINALIZE_COMMAND == explain ]] || flags+=("--timeout=${FINALIZE_TIMEOUT:-5m}")

finalize() {
  local command=$1
  shift
  "$FINALIZE_PROGRAM" "$command" ${objects[@]+"${objects[@]}"} ${where[@]+"${where[@]}"} "$@"
}

folder=$(mktemp -d "${RUNNER_TEMP:-/tmp}/kubectl-finalize.XXXXXX")
finalize "$FINALIZE_COMMAND" ${flags[@]+"${flags[@]}"} | tee "$folder/answer"
code=${PIPESTATUS[0]}

causes=''
if [[ $FINALIZE_COMMAND == explain || $code == 3 ]]; then
  finalize explain -q > "$folder/causes" || true
  finalize explain -o mermaid > "$folder/picture" || true
  causes=$(cut -d ' ' -f 1 "$folder/causes" | grep -E '^[A-Za-z]+$' | sort -u | paste -sd , -) || true
fi
{
  echo "exit-code=$code"
  echo "causes=$causes"
} >> "$GITHUB_OUTPUT"

# Of a text from a cluster nothing ends the block that it stands in: lines are indented.
{
  echo "### kubectl finalize $FINALIZE_COMMAND: exit code $code"
  echo
  sed 's/^/    /' "${folder}/$([[ -s $folder/causes ]] && echo causes || echo answer)"
  if [[ -s $folder/picture ]]; then
    printf '\n```mermaid\n'
    grep -v '^[[:space:]]*```' "$folder/picture"
    printf '```\n'
  fi
} >> "$GITHUB_STEP_SUMMARY"
rm -rf "$folder"
exit "$code"
