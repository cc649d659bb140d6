import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { temporaryFolder } from '../cluster/temporary-folder.ts'
import { run } from './rig/rig.ts'

const test = suite('an environment that is meant for Node.js')

/** The same answer of the server as without these variables, and not a word beside it. */
async function answersWith(env: Readonly<Record<string, string>>): Promise<void> {
  const [plain, ran] = [await run(['version', '-o', 'json']), await run(['version', '-o', 'json'], { env })]
  assert.ok(JSON.parse(plain.stdout).serverVersion)
  for (const each of ['code', 'signal', 'stdout', 'stderr'] as const) assert.equal(ran[each], plain[each])
}

const options: Readonly<Record<string, (folder: string) => string>> = {
  'other code': folder => `--require ${join(folder, 'other.cjs')}`,
  'a debugger': () => '--inspect=127.0.0.1:0',
  'a file of TLS keys': folder => `--tls-keylog=${join(folder, 'written')}`,
  'a profile': folder => `--cpu-prof --cpu-prof-dir=${join(folder, 'written')}`,
  'a flag that it does not know': () => '--no-such-flag',
}

for (const [what, optionsIn] of Object.entries(options)) {
  test(`NODE_OPTIONS does not get it to take ${what}`, async () => {
    using folder = temporaryFolder()
    folder.write('other.cjs', `require('node:fs').writeFileSync(${JSON.stringify(join(folder.path, 'written'))}, '')`)
    await answersWith({ NODE_OPTIONS: optionsIn(folder.path) })
    assert.equal(readdirSync(folder.path), ['other.cjs'])
  })
}

test('NODE_DEBUG prints nothing of what is sent, and NODE_PENDING_DEPRECATION no warning', () =>
  answersWith({ NODE_DEBUG: 'http,http2,net,tls,fs', NODE_PENDING_DEPRECATION: '1' }))

test('NODE_V8_COVERAGE and NODE_REDIRECT_WARNINGS write nothing', async () => {
  using folder = temporaryFolder()
  await answersWith({
    NODE_V8_COVERAGE: join(folder.path, 'coverage'),
    NODE_REDIRECT_WARNINGS: join(folder.path, 'warnings'),
    // Of which Node warns.
    NODE_TLS_REJECT_UNAUTHORIZED: '0',
  })
  assert.equal(readdirSync(folder.path), [])
})

test('NODE_COMPILE_CACHE keeps no code: what Node makes of it at its start stays empty', async () => {
  using folder = temporaryFolder()
  const cache = join(folder.path, 'cache')
  await answersWith({ NODE_COMPILE_CACHE: cache })
  const files = existsSync(cache) ? readdirSync(cache, { recursive: true, withFileTypes: true }) : []
  assert.equal(
    files.filter(each => each.isFile()),
    [],
  )
})

test('arguments, input and exit codes are the same when it starts again without them', async () => {
  const env = { NODE_DEBUG: 'fs' }
  const refused = await run(['remove', 'namespace/two words', '--no-such-flag'], { env })
  const plain = await run(['remove', 'namespace/two words', '--no-such-flag'])
  assert.is(refused.code, 2)
  assert.equal([refused.stdout, refused.stderr], [plain.stdout, plain.stderr])
})

test.run()
