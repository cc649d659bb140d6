import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { withScreens } from '../../../scripts/screens/into-page.ts'
import { screens } from '../../../scripts/screens/screens.ts'
import { target } from '../rig/rig.ts'

const test = suite('docs/integrations.md')
const page = readFileSync(resolve(import.meta.dirname, '../../../docs/integrations.md'), 'utf8')

// Their cluster is one of their own: once is enough.
const once = target().name === 'sandbox' ? test : test.skip

once('shows what each integration shows today: else npm run screens', async () => {
  const made = await screens(target().program)
  for (const [name, screen] of made) assert.match(screen, /ControllerMissing|causes/, name)
  assert.is(page, withScreens(page, made))
})

test('is noticed where a screen has no place, or a place no screen', () => {
  const none = new Map()
  assert.throws(() => withScreens(page, none), /has a place for the screen k9s-explain, which is none/)
  assert.throws(() => withScreens('', new Map([['mcp', '']])), /has no place for mcp/)
})

test.run()
