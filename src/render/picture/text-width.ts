/** Characters that take the room of two. */
const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u

/** About the width of a text in pixels, at a size in pixels; rather too wide, as the viewer chooses the font. */
export function textWidth(text: string, size: number, font: 'mono' | 'sans'): number {
  let ems = 0
  for (const character of text) ems += WIDE.test(character) ? 1.2 : font === 'mono' ? 0.61 : sansWidth(character)
  return ems * size
}

function sansWidth(character: string): number {
  if (/[iljftrI.,:;'|!()[\] ]/.test(character)) return 0.34
  if (/[mwMW@%…]/.test(character)) return 0.9
  return /[A-Z]/.test(character) ? 0.72 : 0.61
}

/** Lines no wider than `width` pixels, the last one cut where there are more; a word that is too long is broken. */
export function wrapText(
  text: string,
  { size, font, width, lines: most }: { size: number; font: 'mono' | 'sans'; width: number; lines: number },
): readonly string[] {
  const fits = (line: string): boolean => textWidth(line, size, font) <= width
  const lines: string[] = ['']
  // A name of several parts is broken between them, where it has to be.
  for (const word of text.split(' ').flatMap(word => (fits(word) ? [` ${word}`] : ` ${word}`.split(/(?<=[/.-])/)))) {
    const joined = lines.at(-1) === '' ? word.trimStart() : `${lines.at(-1)}${word}`
    if (fits(joined)) {
      lines[lines.length - 1] = joined
      continue
    }
    if (lines.at(-1) !== '') lines.push('')
    for (const character of word.trimStart()) {
      if (!fits(lines.at(-1)! + character)) lines.push('')
      lines[lines.length - 1] += character
    }
  }
  if (lines.length <= most) return lines
  let last = lines[most - 1]!
  while (!fits(`${last}…`)) last = [...last].slice(0, -1).join('')
  return [...lines.slice(0, most - 1), `${last.trimEnd()}…`]
}
