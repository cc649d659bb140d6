import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { ApiFailure } from '../../src/api/failure.ts'
import { failureStatus } from '../../src/api/status.ts'
import { watchTrouble } from '../../src/commandline/watch-trouble.ts'
import { CONFIG_MAPS } from '../execute/removals.ts'

const test = suite('warnings of watches')

test('one that fails again for the same reason is told once, of each type', () => {
  const lines: string[] = []
  const stderr = {
    write: (line: string | Uint8Array) => void lines.push(String(line)),
    columns: undefined,
    closed: new AbortController().signal,
  }
  const tell = watchTrouble(stderr)
  const failure = (text: string) =>
    new ApiFailure({ kind: 'status', code: 500, status: failureStatus(500, 'InternalError', text) })
  for (const text of ['slow', 'slow', 'full', 'slow']) tell(CONFIG_MAPS, failure(text))
  tell({ ...CONFIG_MAPS, plural: 'secrets' }, failure('slow'))
  assert.equal(lines, [
    'warning: the watch of configmaps failed: slow\n',
    'warning: the watch of configmaps failed: full\n',
    'warning: the watch of secrets failed: slow\n',
  ])
})

test.run()
