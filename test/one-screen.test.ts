import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { incidents } from '../src/sandbox/incidents/index.ts'
import { headless } from './headless.ts'

const test = suite('one screen')

/** Of a terminal of 80 columns: half the height of a usual screen. */
const ROWS = 32
/** Four namespaces with 40 objects are drawn beside their cause: the whole height. */
const ROWS_OF_MANY = 45

for (const { name } of incidents) {
  test(`holds the explanation of ${name}, where it has one cause, and no line of its evidence repeats another`, async () => {
    const { stdout } = await headless(['explain', `--sandbox=${name}`], { columns: 80 })
    const lines = stdout.trimEnd().split('\n')
    if (!lines[0]!.startsWith('1 cause ')) return
    assert.ok(
      lines.length <= (name === 'operator-uninstalled' ? ROWS_OF_MANY : ROWS),
      `${lines.length} lines\n${stdout}`,
    )
    const facts = lines.filter(line => line.trimStart().startsWith('· '))
    assert.equal(facts, [...new Set(facts)])
  })
}

test.run()
