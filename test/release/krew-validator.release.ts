import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { ended, releasePrograms } from './programs.ts'
import { manifest, manifestText } from './released.ts'
import { served } from './served.ts'

const programs = await releasePrograms()
const test = suite("the validator of krew's index")
const withGo = programs === undefined ? test.skip : test

/** What the validator says of a manifest, under the name that it has in krew's index. */
async function validated(text: string, ...flags: readonly string[]) {
  const place = mkdtempSync(join(tmpdir(), 'kubectl-finalize-validated-'))
  try {
    const file = join(place, `${manifest.metadata.name}.yaml`)
    writeFileSync(file, text)
    // It installs by `kubectl krew install`.
    writeFileSync(join(place, 'kubectl'), `#!/bin/sh\nshift\nexec '${programs!.krew}' "$@"\n`, { mode: 0o755 })
    const PATH = [place, process.env.PATH].join(delimiter)
    return await ended(programs!.validator, ['-manifest', file, ...flags], {
      env: { HOME: place, TMPDIR: place, PATH },
    })
  } finally {
    rmSync(place, { recursive: true, force: true })
  }
}

withGo('finds no fault with the manifest, and installs every platform from its archive', async () => {
  using release = await served()
  const { code, output } = await validated(release.here(manifestText))
  assert.is(code, 0, output)
  assert.match(output, `all ${manifest.spec.platforms.length} spec.platforms installed fine`)
  assert.is(release.asked.length, manifest.spec.platforms.length)
})

withGo('refuses a manifest that breaks a rule', async () => {
  for (const [right, wrong] of [
    ['version: v', 'version: '],
    ['kind: Plugin', 'kind: plugin'],
    ['sha256: ', 'sha256: 0'],
  ] as const) {
    const { code, output } = await validated(manifestText.replace(right, wrong), '-skip-install')
    assert.is.not(code, 0, `${wrong}: ${output}`)
  }
})

test.run()
