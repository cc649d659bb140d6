import { join } from 'node:path'
import { NotFetched } from '../release/packed.ts'
import { type Platform, platforms } from '../release/platforms.ts'
import { release } from '../release/release.ts'
import { runtimeFor } from '../release/runtime.ts'

/** Makes dist/release as `npm run release` does, but skips platforms whose Node cannot be fetched, with a visible message. */
export async function makeArchives(root: string): Promise<void> {
  const say = (line: string) => console.log(`  ${line}`)
  const wanted: Platform[] = []
  for (const platform of platforms) {
    try {
      await runtimeFor(root, platform, say)
      wanted.push(platform)
    } catch (error) {
      if (!(error instanceof NotFetched)) throw error
      console.log(`!!!!!!!! the archive for ${platform.os}/${platform.arch} SKIPPED: ${error.message}`)
    }
  }
  await release(root, join(root, 'dist/release'), wanted, say)
}
