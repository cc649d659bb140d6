import { counted } from '../api/object-text.ts'
import type { Sentence } from '../messages/sentence.ts'
import { planLine } from './hanging.ts'
import { inWords } from './words/in-words.ts'

/** Of a kind of line; the rest is counted, for each has a step of its own. */
const MAX_LINES = 40

/** What is done with a namespace, in lines of a label and a text each. */
export function formatNamespaceRescue(
  title: Sentence,
  parts: readonly (readonly [label: string, texts: readonly Sentence[], noun: string])[],
  width: number | undefined,
): string {
  const line = (label: string, text: string): string[] => planLine(label, text, width)
  const lines = [
    inWords(title),
    ...parts.flatMap(([label, texts, noun]) => [
      ...texts.slice(0, MAX_LINES).flatMap(text => line(label, inWords(text))),
      ...(texts.length > MAX_LINES ? line(label, `${counted(texts.length - MAX_LINES, noun)} more`) : []),
    ]),
  ]
  return lines.map(text => `${text}\n`).join('')
}
