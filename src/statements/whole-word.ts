/** A text as a part of a regular expression that means just this text. */
export function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
}

/** The source of a regular expression that finds a name of an object as a whole word, and in no longer name. */
export function wholeWord(name: string): string {
  return String.raw`(?<![\w.-])${escaped(name)}(?![\w-]|\.\w)`
}

/** Finds a name in texts as a whole word. */
export function hasWord(name: string): (text: string) => boolean {
  const word = new RegExp(wholeWord(name))
  return text => word.test(text)
}

/** A text with another in the place of a name, wherever that is a whole word. */
export function replaceWord(text: string, name: string, by: string): string {
  return text.replace(new RegExp(wholeWord(name), 'g'), () => by)
}
