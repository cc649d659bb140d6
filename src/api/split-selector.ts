/** The requirements of a selector: split at commas outside of parentheses. Empty ones are left out. */
export function splitSelector(selector: string): readonly string[] {
  const parts: string[] = []
  let [start, isInList] = [0, false]
  for (let at = 0; at <= selector.length; at++) {
    const letter = selector[at]
    if (letter === '(') isInList = true
    else if (letter === ')') isInList = false
    else if (letter === undefined || (letter === ',' && !isInList)) {
      parts.push(selector.slice(start, at).trim())
      start = at + 1
    }
  }
  return parts.filter(part => part !== '')
}
