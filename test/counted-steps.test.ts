import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { CountingExpression } from './expression-steps.ts'
import { type Expression, literalsOfProgram, madeWhileExplaining } from './linear-expressions.ts'
import { slowTexts } from './slow-texts.ts'

const test = suite('steps of regular expressions')

/** The longest text that is read (src/api/cut-text.ts). */
const LONGEST = 32_768
/** Of a character of a text, whatever it says. Quadratic time is half the length of the text. */
const MOST_STEPS = 1000
/** Of this many short texts the ones that take the most steps are tried at full length. */
const [SHORT, TRIED, WORST] = [768, 60, 2]

/** Steps a character on the worst text that is found. */
function worst(each: Pick<Expression, 'source' | 'flags'>): number {
  const expression = new CountingExpression(each)
  const steps = (text: string): number => expression.steps(text, MOST_STEPS * LONGEST) / text.length
  const short = slowTexts(expression, SHORT, TRIED)
  const order = short.map((text, index) => ({ index, steps: steps(text) })).sort((a, b) => b.steps - a.steps)
  const long = slowTexts(expression, LONGEST, TRIED)
  return Math.max(...order.slice(0, WORST).map(({ index }) => steps(long[index]!)))
}
const all = [...literalsOfProgram(), ...(await madeWhileExplaining())]
const t = performance.now()
const r = all.map(each => {
  const b = performance.now()
  return { each, steps: worst(each), ms: performance.now() - b }
})
console.log(performance.now() - t, all.length)
for (const { each, steps, ms } of r.toSorted((a, b) => b.steps - a.steps).slice(0, 25))
  console.log(steps.toFixed(0), ms.toFixed(0), each.where.replace(/.*src/, ''), each.source)
for (const { each, steps, ms } of r.toSorted((a, b) => b.ms - a.ms).slice(0, 8))
  console.log(steps.toFixed(0), ms.toFixed(0), each.where.replace(/.*src/, ''), each.source)
for (const source of [
  '[\\w.:/-]*\\d[\\w.:/-]*',
  '([\\w.-]+) "([^"]+)"',
  '^(a+)+$',
  '^\\s*(x)?\\s*$',
  '\\s+$',
  'a.*b.*c',
])
  console.log(worst({ source, flags: 'g' }))
