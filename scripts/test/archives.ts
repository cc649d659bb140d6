import { join } from 'node:path'
import { isNative, platforms } from '../release/platforms.ts'
import { release } from '../release/release.ts'

/** Makes dist/release as `npm run release` does; where other machines' Nodes cannot be fetched, for this machine only. */
export async function makeArchives(root: string): Promise<void> {
  const output = join(root, 'dist/release')
  const say = (line: string) => console.log(`  ${line}`)
  try {
    await release(root, output, platforms, say)
  } catch (error) {
    console.log(`!!!!!!!! archives for other machines SKIPPED: ${error instanceof Error ? error.message : error}`)
    await release(root, output, platforms.filter(isNative), say)
  }
}
