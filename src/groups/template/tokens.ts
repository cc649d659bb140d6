import { TemplateProblem } from './template-problem.ts'

export type Token =
  | { readonly kind: 'path'; readonly names: readonly string[] }
  | { readonly kind: 'literal'; readonly value: string | number | boolean }
  | { readonly kind: 'word'; readonly word: string }
  | { readonly kind: '|' | '(' | ')' }

const OPENING = /\{\{(-(?=\s))?/y
const CLOSING = /(\s-|\s*)\}\}/y
const TOKEN =
  /\s*(?:(\$?(?:\.[A-Za-z_]\w*)+|\$|\.(?!\w))|("(?:\\.|[^"\\])*")|`([^`]*)`|(-?\d+(?:\.\d+)?(?![\w.]))|([A-Za-z_]\w*)|([|()]))/y

/** The action from `{{` at `start`, and where its `}}` ends; throws a TemplateProblem at what is none. */
export function readAction(text: string, start: number) {
  const opening = matchAt(OPENING, text, start)!
  const tokens: Token[] = []
  let at = start + opening[0].length
  for (;;) {
    const closing = matchAt(CLOSING, text, at)
    if (closing !== null)
      return {
        tokens,
        trimsBefore: opening[1] !== undefined,
        trimsAfter: closing[1]!.endsWith('-'),
        end: at + closing[0].length,
      }
    const token = matchAt(TOKEN, text, at)
    if (token === null) throw new TemplateProblem(notUnderstood(text.slice(at).trim()))
    tokens.push(tokenOf(token))
    at += token[0].length
  }
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(text)
}

function notUnderstood(rest: string): string {
  return rest === '' ? '"{{" has no "}}"' : `${JSON.stringify(rest)} is not understood here`
}

function tokenOf([, path, quoted, raw, number, word, sign]: RegExpExecArray): Token {
  if (path !== undefined) return { kind: 'path', names: path.split('.').slice(1).filter(Boolean) }
  if (quoted !== undefined) return { kind: 'literal', value: unquote(quoted) }
  if (raw !== undefined) return { kind: 'literal', value: raw }
  if (number !== undefined) return { kind: 'literal', value: Number(number) }
  if (word === 'true' || word === 'false') return { kind: 'literal', value: word === 'true' }
  if (word !== undefined) return { kind: 'word', word }
  return { kind: sign as '|' | '(' | ')' }
}

/** Go's escapes that are also JSON's; any other is a problem. */
function unquote(quoted: string): string {
  try {
    return JSON.parse(quoted) as string
  } catch {
    throw new TemplateProblem(`${quoted} has an escape that is not understood`)
  }
}
