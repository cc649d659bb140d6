import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { ended, releasePrograms } from './programs.ts'
import { root } from './released.ts'

const programs = await releasePrograms()
const test = suite('the workflows')
const withGo = programs === undefined ? test.skip : test
const WORKFLOWS = ['release', 'test'].map(name => join(root, `.github/workflows/${name}.yaml`))

withGo('have nothing that actionlint finds', async () => {
  const { code, output } = await ended(programs!.actionlint, ['-shellcheck=', '-pyflakes=', ...WORKFLOWS])
  assert.equal([code, output], [0, ''])
})

withGo('would be found wrong', async () => {
  const text = readFileSync(WORKFLOWS[0]!, 'utf8').replace('github.token', 'github.tokens')
  const child = ended(programs!.actionlint, ['-shellcheck=', '-pyflakes=', '-'], { input: text })
  const { code, output } = await child
  assert.is(code, 1)
  assert.match(output, /property "tokens" is not defined/)
})

test.run()
