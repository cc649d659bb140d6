import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'

const test = suite('what the executable leaves out of its environment')

const text = readFileSync(resolve(import.meta.dirname, '../../scripts/build/environment.cjs'), 'utf8')

/** A process as far as it is asked for, and what was done with it. */
function started(env: Readonly<Record<string, string>>, execve: (...words: readonly unknown[]) => void) {
  const done = { stderr: '', exitCode: undefined as number | undefined }
  const exit = (code: number): void => {
    done.exitCode = code
  }
  const stderr = { write: (words: string) => (done.stderr += words) }
  const argv = ['/bin/program', 'program', 'list', 'two words']
  new Function('process', text)({ env, argv, argv0: 'program', execPath: '/bin/program', execve, stderr, exit })
  return done
}

test('is nothing where nothing is set that is meant for Node itself', () => {
  const { exitCode } = started({ NODE_EXTRA_CA_CERTS: 'ca.pem', PATH: '/bin' }, () => assert.unreachable())
  assert.is(exitCode, undefined)
})

test('is all of that, with the same words and everything else', () => {
  const calls: unknown[] = []
  started({ NODE_DEBUG: 'http', NODE_V8_COVERAGE: '', PATH: '/bin' }, (...words) => calls.push(words))
  assert.equal(calls, [['/bin/program', ['program', 'list', 'two words'], { PATH: '/bin' }]])
})

test('is asked of the user where a process cannot be replaced, as on Windows', () => {
  const { exitCode, stderr } = started({ NODE_DEBUG: 'http' }, () => {
    throw new Error('unavailable on this platform')
  })
  assert.is(exitCode, 1)
  assert.match(stderr, /^error: NODE_DEBUG: unset .+\n$/)
})

test.run()
