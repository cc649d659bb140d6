/** Consecutive letters in one style; `style` has CSS class names: `bold red`. */
export interface Span {
  readonly text: string
  readonly style: string
}

export type Line = readonly Span[]

const STYLES: Readonly<Record<string, string>> = { 1: 'bold', 31: 'red', 32: 'green', 35: 'magenta', 36: 'cyan' }
/** A code that ends a style ends all styles of its kind. */
const ENDS: Readonly<Record<string, readonly string[]>> = {
  0: Object.values(STYLES),
  22: ['bold'],
  39: ['red', 'green', 'magenta', 'cyan'],
}

export interface Screen {
  write(text: string): void
  /** The current text, without the empty lines at its end. */
  lines(): readonly Line[]
}

/**
 * What a terminal shows after this was written to it: lines of progress that were cleared are not included. It supports
 * the escapes that this program writes (colours, lines up, clear below), and throws an Error for any other.
 */
export function createScreen(): Screen {
  const lines: Span[][] = [[]]
  const style = new Set<string>()
  const escapes: Readonly<Record<string, (argument: string) => void>> = {
    A: count => void lines.splice(lines.length - 1 - Number(count), Number(count) + 1, []),
    // The cursor is at the end of the text: nothing is below it.
    J: () => {},
    m: code => {
      if (STYLES[code] !== undefined) style.add(STYLES[code])
      for (const ended of ENDS[code] ?? []) style.delete(ended)
    },
  }
  return {
    write(text) {
      for (const [, argument = '', letter, newline, plain] of text.matchAll(/\x1b\[(\d*)(\w)|(\n)|([^\x1b\n]+)/g)) {
        if (newline !== undefined) lines.push([])
        else if (plain !== undefined) lines.at(-1)!.push({ text: plain, style: [...style].toSorted().join(' ') })
        else if (escapes[letter!] === undefined) throw new Error(`the screen does not know the escape ${letter}`)
        else escapes[letter!]!(argument)
      }
    },
    lines: () => lines.slice(0, lines.findLastIndex(line => line.length > 0) + 1),
  }
}

/** The letters without styles. */
export function plainText(lines: readonly Line[]): string {
  return lines.map(line => line.map(({ text }) => text).join('')).join('\n')
}
