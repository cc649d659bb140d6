/** A text as a part of a regular expression that means just this text. */
export function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
}

/** The source of a regular expression that finds a name of an object as a whole word, and in no longer name. */
export function wholeWord(name: string): string {
  return String.raw`(?<![\w.-])${escaped(name)}(?![\w-]|\.\w)`
}
