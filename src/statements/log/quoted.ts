import { visible } from '../../api/visible.ts'
import { type LogLine, wordsOf } from './line.ts'

/** So many characters of a line are quoted; of a longer one its beginning and its end: an error ends with its cause. */
const MOST = 2000
const FIRST = 1000

/** So many fields, of so many characters each, are quoted beside a line, and no dumps. */
const FIELDS = 3
const LONGEST_FIELD = 300
const DUMP = /^(?:[{[&]|map\[|\w{1,40}\{)/

/** In quotes, on one line, with invisible characters escaped: the words may come from whoever caused the log line. */
export function quoted(line: LogLine): string {
  const { fact } = wordsOf(line)
  return [quotedText(fact), ...sentencesBeside(line, fact)].join(', ')
}

/** Fields in words, and lists: `descendants="images: a"` (kubernetes-sigs/cluster-api-provider-ibmcloud#1690). */
function sentencesBeside({ fields }: LogLine, fact: string): readonly string[] {
  const isTelling = ([path, value]: [string, string]) =>
    /^[\w -]{1,60}$/.test(path) &&
    value.length <= LONGEST_FIELD &&
    (value.startsWith('["') || (/\S \S/.test(value) && !DUMP.test(value)))
  return [...fields]
    .filter(each => isTelling(each) && !fact.includes(each[1]))
    .slice(0, FIELDS)
    .map(([path, value]) => `${path}=${quotedText(value)}`)
}

/** The same of a text: the message with which a container ended, which is the end of its log where it wrote none. */
export function quotedText(said: string): string {
  const text = said.length > 2 * MOST ? said.slice(0, MOST) + said.slice(-MOST) : said
  const all = [...visible(text.replaceAll(/\s/g, ' '))]
  if (all.length <= MOST) return `"${all.join('')}"`
  return `"${all.slice(0, FIRST).join('')}…${all.slice(FIRST + 1 - MOST).join('')}"`
}
