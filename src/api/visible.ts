/**
 * Characters that are invisible or change what is shown around them: both sets of controls, marks of the direction of
 * writing, zero-width characters, tags, blanks other than the space, and what has no glyph. Two names that differ
 * only by these look alike.
 */
export const INVISIBLE = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]|(?! )\p{Zs}/gu

/** A text with every such character written out, `<U+202E>`: on one line, and unlike every text without it. */
export function visible(text: string): string {
  return text.replaceAll(INVISIBLE, character => {
    return `<U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}>`
  })
}

/** Whether such a character is in a text. */
export function hasInvisible(text: string): boolean {
  return text.search(INVISIBLE) >= 0
}
