import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { CountingExpression } from './expression-steps.ts'
import { type Expression, literalsOfProgram, madeWhileExplaining } from './linear-expressions.ts'
import { slowTexts } from './slow-texts.ts'

const test = suite('steps of regular expressions')

/** A quarter of the longest text that is read (src/api/cut-text.ts): what takes the square of a text shows here as well, in a quarter of the time. */
const LONGEST = 8192
/** Of a character of a text, whatever it says. Quadratic time is half the length of the text, 4,096. */
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

test('are few for each character of a text, whatever it is made of, for every expression of the program', async () => {
  const all = [...literalsOfProgram(), ...(await madeWhileExplaining())]
  assert.ok(all.length > 400)
  const slow = all.map(each => ({ ...each, steps: worst(each) })).filter(({ steps }) => steps >= MOST_STEPS)
  assert.equal(
    slow.map(({ where, source, steps }) => `${where}: ${source}: ${Math.round(steps)}`),
    [],
  )
})

test('are many for one that takes the square of a text, or more', () => {
  for (const source of [String.raw`[\w.:/-]*\d[\w.:/-]*`, '^(a+)+$'])
    assert.ok(worst({ source, flags: 'g' }) >= MOST_STEPS, source)
})

test.run()
