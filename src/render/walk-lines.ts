import { counted, objectText, placedText } from '../api/object-text.ts'
import { printable } from '../api/printable.ts'
import { ageText } from './age.ts'
import { brief } from './brief.ts'
import { type ExplanationStyle, widthOf } from './explanation-style.ts'
import { hanging } from './hanging.ts'
import type { Cause, ExplainedObject } from './words/explanation.ts'

/** `2 STUCK ControllerMissing, 44 objects: No controller …`, on one line. */
export function causeChoice({ verdict, code, blocks, summary }: Cause, number: number, width: number): string {
  return cut(
    `${number} ${verdict.toUpperCase()} ${code}, ${counted(blocks.length, 'object')}: ${brief(summary)}`,
    width,
  )
}

/** `pod/db-0 in namespace shop  stuck  3h  example.com/hold`, on one line. */
export function objectChoice({ ref, verdict, finalizers, ...object }: ExplainedObject, width: number): string {
  const names = finalizers.map(({ name }) => printable(name)).join(', ')
  return cut([placedText(ref), verdict, ageText(object), names].filter(text => text !== '').join('  '), width)
}

/** One object by itself: since when, its finalizers, what it waits for and what holds it. */
export function objectLines(
  { ref, verdict, finalizers, waitingFor, causes, ...object }: ExplainedObject,
  numberOf: (causeId: string) => string | undefined,
  style: ExplanationStyle,
): readonly string[] {
  const width = widthOf(style)
  const numbers = causes.map(numberOf).filter(number => number !== undefined)
  const facts: readonly (readonly [string, string])[] = [
    ['terminating', ageText(object)],
    ['finalizers', finalizers.map(({ name }) => printable(name)).join(', ')],
    ['waits for', waitingFor.map(({ ref: other, reason }) => `${objectText(other)} (${reason})`).join(', ')],
    [
      'held by',
      numbers.length === 0
        ? 'no cause that was found'
        : `${numbers.length === 1 ? 'cause' : 'causes'} ${numbers.join(', ')}`,
    ],
  ]
  return [
    `${style.paint.verdict(verdict, verdict.toUpperCase())}  ${style.paint.strong(placedText(ref))}`,
    ...facts
      .filter(([, text]) => text !== '')
      .flatMap(([name, text]) => hanging(`  ${name}: `, brief(text), '    ', width)),
  ]
}

function cut(text: string, width: number): string {
  const characters = [...text]
  return characters.length <= width ? text : `${characters.slice(0, width - 1).join('')}…`
}
