/** The longest name: 253 characters, a domain before that, and a subresource. V8 rejects very long expressions. */
const LONGEST_NAME = 1024

/** A text as a part of a regular expression that means just this text, as far as it may be a name. */
export function escaped(text: string): string {
  return text.slice(0, LONGEST_NAME).replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
}

/** The source of a regular expression that finds a name of an object as a whole word, and in no longer name. */
export function wholeWord(name: string): string {
  return String.raw`(?<![\w.-])${escaped(name)}(?![\w-]|\.\w)`
}

export function hasWord(name: string): (text: string) => boolean {
  const word = new RegExp(wholeWord(name))
  return text => word.test(text)
}

/** What `wholeWord` may find in a text: looking these up takes no expression for each of thousands of names. */
export function namesIn(text: string): readonly string[] {
  return [...new Set(text.split(/[^\w.-]/).map(word => word.replace(/\.{1,3}$/, '')))]
}

export function replaceWord(text: string, name: string, by: string): string {
  return text.replace(new RegExp(wholeWord(name), 'g'), () => by)
}
