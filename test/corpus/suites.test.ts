import { resolve } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { suiteNames } from '../../scripts/corpus/corpus-files.ts'
import { diagnosingSuites } from '../../scripts/corpus/diagnosing.ts'
import { readWithoutEntries } from '../../scripts/corpus/without-entries.ts'

const corpus = suite('the corpus')

const ROOT = resolve(import.meta.dirname, '../..')

corpus('has the incidents of each unit test file that may have some, or says why it has none', () => {
  const there = diagnosingSuites(ROOT)
  const without = readWithoutEntries()
  const kept = new Set(suiteNames())
  const missing = there.filter(name => !kept.has(name) && without[name] === undefined)
  assert.equal(missing, [], `npm run corpus -- record --from unit ${missing.join(' ')}`)
  const needless = Object.keys(without).filter(name => kept.has(name) || !there.includes(name))
  assert.equal(needless, [], 'test/corpus/without-entries.json has what is recorded, or not there')
})

corpus('has no incidents of a unit test file that is gone', () => {
  const there = new Set(diagnosingSuites(ROOT))
  const unit = suiteNames().filter(name => name !== 'practice' && !name.startsWith('e2e/'))
  assert.equal(
    unit.filter(name => !there.has(name)),
    [],
  )
})

corpus.run()
