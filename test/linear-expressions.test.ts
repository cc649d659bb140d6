import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type Expression, literalsOfProgram, madeWhileExplaining, superlinear } from './linear-expressions.ts'

const test = suite('regular expressions')

function wrong(expressions: readonly Expression[]): readonly string[] {
  return expressions.flatMap(each => {
    const why = superlinear(each)
    return why === undefined ? [] : [`${each.where}: ${why}: /${each.source}/${each.flags}`]
  })
}

test('of the program take linear time, whatever text a cluster has', () => {
  const all = literalsOfProgram()
  assert.ok(all.length > 400)
  assert.equal(wrong(all), [])
})

test('that are made of names while it runs do so too', async () => {
  const made = await madeWhileExplaining()
  assert.ok(made.length > 10, String(made.length))
  assert.equal(wrong(made), [])
})

test('of the shapes that take more are found', () => {
  for (const [source, why] of [
    ['[\\w.:/-]*\\d[\\w.:/-]*', 'Move'],
    ['([\\w.-]+) "([^"]+)"', 'Move'],
    ['^(a+)+$', 'Self'],
    ['^\\s*(x)?\\s*$', 'Trade'],
    ['\\s+$', 'Move'],
  ] as const)
    assert.match(superlinear({ source, flags: '' }) ?? 'none', why)
  for (const source of ['^[a-z]+$', '\\b(delet(e|es|ed)|remov\\w*)\\b', '[\\w.-]{1,253} "', '[\\w.:/-]+'])
    assert.is(superlinear({ source, flags: 'g' }), undefined, source)
})

test.run()
