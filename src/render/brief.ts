import { largest } from '../api/long-lists.ts'
import { grouped } from '../api/object-text.ts'
import { printable } from '../api/printable.ts'

/** Characters of one fact, summary or message of a server that are shown. */
const MAX_TEXT = 300
/** A message of ours quotes others, several at times, and says what to do. */
const MAX_MESSAGE = 3 * MAX_TEXT
/** Characters of a word without a blank that are shown where not all fit. */
const LONGEST_WORD = 40
/** So many are left out at least: fewer take less room than the words that tell of them. */
const MIN_LEFT_OUT = 60
/** Characters of the commands at the end of a message, which stay whole: more are not ours. */
const MAX_COMMANDS = 20_000

/** What stands in front of what went wrong, so much of which is shown, and so much of what follows. */
const ERRORS = ['error=', 'err=', 'error: ', 'Error: ', 'Exception: ', 'Failure reason: ', 'failed (delete): ']
const OF_ERROR = 120
const OF_END = 100

const IN_JSON = ', more in -o json'

/**
 * Text from a cluster for a terminal: printable, and where it is long its ids are shortened, and then its middle left
 * out, with the number of characters that are and `where` they can be read: the last that is called an error stays. A
 * condition can have a megabyte.
 */
export function brief(text: string, where = IN_JSON): string {
  const whole = printable(text)
  if (whole.length <= MAX_TEXT + MIN_LEFT_OUT) return whole
  const inWords = whole.split(' ').map(withoutMiddle).join(' ')
  const isTold = inWords.length > MAX_TEXT / 3 && inWords.length <= MAX_TEXT + MIN_LEFT_OUT
  if (isTold) return `${inWords} (shortened${where})`
  const half = MAX_TEXT / 2
  const error = largest(ERRORS.map(mark => whole.lastIndexOf(mark, whole.length - half)))
  if (error <= half) return shortened([{ text: whole, isCommand: false }], MAX_TEXT, where)
  const said = whole.slice(whole.lastIndexOf(' ', error) + 1)
  const end =
    said.length <= OF_ERROR + OF_END + MIN_LEFT_OUT ? said : `${said.slice(0, OF_ERROR)} … ${said.slice(-OF_END)}`
  const left = whole.length - half - end.length
  return left < MIN_LEFT_OUT
    ? whole
    : `${whole.slice(0, half).trimEnd()} … (${grouped(left)} more characters${where}) … ${end}`.toWellFormed()
}

/** The same of what quotes a log: where it stands, in front of the quote, takes no room from it (rook/rook#6002). */
export function briefQuote(text: string): string {
  const start = text.indexOf(': "') + 1
  return start > MAX_TEXT / 2 ? brief(text) : `${printable(text.slice(0, start))}${brief(text.slice(start))}`
}

/** An id or a path of a cloud, of which many are in one error: its words tell more. */
function withoutMiddle(word: string): string {
  if (word.length <= LONGEST_WORD) return word
  const characters = [...word]
  return `${characters.slice(0, LONGEST_WORD / 2).join('')}…${characters.slice(-LONGEST_WORD / 2).join('')}`
}

/** The same for a message that may hold commands to be pasted: these are shown whole, or left out, and never cut. */
export function briefMessage(text: string, where = IN_JSON): string {
  return shortened(partsOf(printable(text)), MAX_MESSAGE, where)
}

/** The first of these texts, and how many more there are, which a script can read. */
export function someOf(
  texts: readonly string[],
  most: number,
  between = '; ',
  where = 'all of them in -o json',
): string {
  const named = texts
    .slice(0, most)
    .map(text => brief(text))
    .join(between)
  const rest = texts.length - most
  return rest > 0 ? `${named}${between}and ${grouped(rest)} more (${where})` : named
}

function shortened(parts: readonly Part[], max: number, where: string): string {
  const whole = parts.map(({ text }) => text).join('')
  const proseLength = parts.reduce((sum, { text, isCommand }) => sum + (isCommand ? 0 : text.length), 0)
  if (proseLength <= max + MIN_LEFT_OUT && whole.length - proseLength <= MAX_COMMANDS) return whole
  const head = headOf(parts, Math.ceil(max / 2))
  const tail = tailOf(parts, Math.floor(max / 2))
  const left = whole.length - head.length - tail.length
  return `${head.trimEnd()} … (${grouped(left)} more characters${where}) … ${tail.trimStart()}`
}

/** So many characters from the start, and no command that does not fit whole. */
function headOf(parts: readonly Part[], max: number): string {
  let head = ''
  for (const { text, isCommand } of parts) {
    const room = max - head.length
    if (text.length > room) return isCommand ? head : head + text.slice(0, room).replace(/[\ud800-\udbff]$/, '')
    head += text
  }
  return head
}

/** So many characters from the end, and the commands between them whole: what to do is said last. */
function tailOf(parts: readonly Part[], max: number): string {
  let tail = ''
  let [room, roomForCommands] = [max, MAX_COMMANDS]
  for (const { text, isCommand } of parts.toReversed()) {
    if (text.length > (isCommand ? roomForCommands : room)) {
      return isCommand ? tail : text.slice(text.length - room).replace(/^[\udc00-\udfff]/, '') + tail
    }
    if (isCommand) roomForCommands -= text.length
    else room -= text.length
    tail = text + tail
  }
  return tail
}

/** A piece of a message: a command, which is to be pasted and thus never broken, or what stands between commands. */
interface Part {
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
