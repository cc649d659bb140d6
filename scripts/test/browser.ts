import { access, constants } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { runFiles } from './run-files.ts'
import { skipped } from './skipped.ts'
import type { Tally } from './tally.ts'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome', 'msedge']
const PLACES = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome']
const LIMIT_SECONDS = 600

/**
 * Tests the pages of the built program in a real browser: KUBECTL_FINALIZE_BROWSER, or the first installed browser of the Chromium family.
 * Without a browser it prints a visible message, and fails when the suite was `asked` for.
 */
export async function inBrowser(program: string, files: readonly string[], asked: boolean): Promise<Tally> {
  if (files.length === 0) return runFiles([], { limitSeconds: LIMIT_SECONDS })
  const browser = process.env.KUBECTL_FINALIZE_BROWSER ?? (await findBrowser())
  if (browser === undefined) {
    const { line, tally } = skipped('pages in a browser', `there is none of ${NAMES.join(', ')}`, asked)
    console.log(line)
    return tally
  }
  console.log(`pages in a browser (${browser})`)
  const env = { KUBECTL_FINALIZE_BROWSER: browser, KUBECTL_FINALIZE_PROGRAM: program }
  return runFiles(files, { limitSeconds: LIMIT_SECONDS, env })
}

/** The first installed browser of the Chromium family. */
export async function findBrowser(): Promise<string | undefined> {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(folder => folder !== '')
  for (const path of [...NAMES.flatMap(name => folders.map(folder => join(folder, name))), ...PLACES]) {
    const usable = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    )
    if (usable) return path
  }
  return undefined
}
