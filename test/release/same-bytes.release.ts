import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { isNative, type Platform, platforms } from '../../scripts/release/platforms.ts'
import { release } from '../../scripts/release/release.ts'
import { manifest, root } from './released.ts'

const bytes = suite('a release')

bytes('of the same sources is the same, byte for byte, with the compiled code in it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'kubectl-finalize-again-'))
  try {
    const again = await release(root, folder, platforms.filter(isNative), () => {})
    const own = manifest.spec.platforms.find(({ selector }) => isNative(selector.matchLabels as unknown as Platform))
    assert.equal(
      again.map(({ sha256 }) => sha256),
      [own!.sha256],
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

bytes.run()
