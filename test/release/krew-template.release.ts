import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { temporaryFolder } from '../cluster/temporary-folder.ts'
import { ended, releasePrograms } from './programs.ts'
import { manifest, manifestText, root } from './released.ts'
import { served } from './served.ts'

const programs = await releasePrograms()
const test = suite('the template of krew-release-bot')
const withGo = programs === undefined ? test.skip : test

const { version } = manifest.spec
const template = readFileSync(join(root, '.krew.yaml'), 'utf8')

/** What the template gives for a tag, by the functions that the bot documents. */
async function rendered(text: string, tag: string) {
  using folder = temporaryFolder()
  return await ended(programs!.template, [folder.write('.krew.yaml', text), tag])
}

withGo('gives the very manifest of the release, from what is downloaded there', async () => {
  using release = await served()
  const { code, output } = await rendered(release.here(template), version)
  assert.equal([code, output], [0, release.here(manifestText)])
  assert.is(release.asked.length, manifest.spec.platforms.length)
})

withGo('gives nothing for a tag that has no archives', async () => {
  using release = await served()
  const { code, output } = await rendered(release.here(template), 'v0.0.99')
  assert.is(code, 1)
  assert.match(output, /v0\.0\.99_linux_amd64\.tar\.gz: 404/)
})

test.run()
