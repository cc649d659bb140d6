import { hanging } from './hanging.ts'

/** A piece of a message: a command, which is to be pasted and thus never broken, or what stands between commands. */
export interface Part {
  readonly text: string
  readonly isCommand: boolean
}

/** A message in its commands and what stands between them, in their order; joined they are the message. */
export function partsOf(message: string): readonly Part[] {
  const parts: Part[] = []
  let end = 0
  for (const { index } of message.matchAll(/(?<![\w'/-])kubectl (?=[a-z])/g)) {
    if (index < end) continue
    const length = commandLength(message, index)
    if (index > end) parts.push({ text: message.slice(end, index), isCommand: false })
    parts.push({ text: message.slice(index, index + length), isCommand: true })
    end = index + length
  }
  if (end < message.length) parts.push({ text: message.slice(end), isCommand: false })
  return parts
}

/** Words of a shell, quoted or not, up to the sign that ends the clause of the message that the command stands in. */
function commandLength(message: string, start: number): number {
  const word = /\s*((?:\$?'(?:[^'\\]|\\.)*'|\\'|[^\s'\\])+)/y
  word.lastIndex = start
  let end = start
  for (let match = word.exec(message); match !== null; match = word.exec(message)) {
    const [whole, bare = ''] = match
    if (bare.startsWith('(')) break
    const closing = /[,;.)]{1,9}$/.exec(bare)?.[0].length ?? 0
    end += whole.length - closing
    if (closing > 0) break
  }
  return end - start
}

/** Stands for the spaces of a command while lines are broken at spaces; text that is shown has none. */
const UNBROKEN = '\ue000'

/** A message in lines as `hanging` makes them, each command on one line however long it is. */
export function hangingMessage(first: string, message: string, rest: string, width: number | undefined): string[] {
  const joined = partsOf(message).map(({ text, isCommand }) => (isCommand ? text.replaceAll(' ', UNBROKEN) : text))
  return hanging(first, joined.join(''), rest, width).map(line => line.replaceAll(UNBROKEN, ' '))
}
