import { oncePer } from '../../api/once-per.ts'
import { timeOfLine } from '../../api/pod-log.ts'
import { claims } from '../claims.ts'
import { type LogLine, type RawLine, wordsOf } from './line.ts'
import { namesSome } from './other-names.ts'
import { readLog } from './read-log.ts'

export interface KeptLog {
  readonly lines: readonly LogLine[]
  /** Lines that tell how the program itself fares, and name no object. */
  readonly ofProgram: readonly LogLine[]
  readonly byWord: ReadonlyMap<string, readonly LogLine[]>
}

/** So many of them: what a program has against its surroundings it says again and again. */
const MAX_OF_PROGRAM = 10

/** Of lines as a kubelet gives them, `TIME TEXT`, oldest first; read once. */
export const keepLog = oncePer((texts: readonly string[]): KeptLog => keep(readLog(texts.map(rawLine))))

/** The lines in which a name, or a uid, stands as a word, oldest first. */
export function linesWith({ byWord }: KeptLog, name: string): readonly LogLine[] {
  return byWord.get(name) ?? []
}

function rawLine(text: string): RawLine {
  const at = timeOfLine(text)
  if (Number.isNaN(at)) return { text }
  const end = text.indexOf(' ')
  return { at, text: end < 0 ? '' : text.slice(end + 1) }
}

function keep(lines: readonly LogLine[]): KeptLog {
  const byWord = new Map<string, LogLine[]>()
  for (const line of lines) {
    for (const word of namesIn(line)) {
      const same = byWord.get(word)
      if (same === undefined) byWord.set(word, [line])
      else same.push(line)
    }
  }
  return { lines, byWord, ofProgram: lines.filter(tellsOfProgram).slice(-MAX_OF_PROGRAM) }
}

/** Each once: what could be the name of an object. */
function namesIn({ message, error, logger, fields }: LogLine): ReadonlySet<string> {
  const texts = [message, error, logger, ...fields.values()]
  return new Set(texts.flatMap(text => text.split(/[^A-Za-z0-9.-]+/).map(bare)))
}

/** Without the dots and dashes at its ends. */
function bare(word: string): string {
  let from = 0
  let to = word.length
  while (from < to && isEdge(word[from]!)) from++
  while (to > from && isEdge(word[to - 1]!)) to--
  return word.slice(from, to)
}

function isEdge(character: string): boolean {
  return character === '.' || character === '-'
}

const OF_PROGRAM = (
  ['denied', 'never listed', 'not leading', 'leading', 'cut off', 'panic', 'switched off'] as const
).map(claims)

function tellsOfProgram(line: LogLine): boolean {
  const words = wordsOf(line)
  return !namesSome(line) && OF_PROGRAM.some(claim => claim(words))
}
