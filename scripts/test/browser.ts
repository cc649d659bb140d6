import { access, constants } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import type { Job } from './run-files.ts'
import { skipped } from './skipped.ts'
import { nothing, type Tally } from './tally.ts'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome', 'msedge']
const PLACES = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome']

/** What is still to be run, and what came of it where that cannot be. */
export interface Pages {
  readonly jobs: readonly Job[]
  readonly tally: Tally
}

export const noPages: Pages = { jobs: [], tally: nothing }

/**
 * What tests the pages of the built program in a real browser: KUBECTL_FINALIZE_BROWSER, or the first installed one of the
 * Chromium family. Without a browser it prints a visible message, and fails when the suite was `asked` for.
 */
export async function browserJobs(program: string, files: readonly string[], asked: boolean): Promise<Pages> {
  if (files.length === 0) return noPages
  const browser = process.env.KUBECTL_FINALIZE_BROWSER ?? (await findBrowser())
  if (browser === undefined) {
    const { line, tally } = skipped('pages in a browser', `there is none of ${NAMES.join(', ')}`, asked)
    console.log(line)
    return { jobs: [], tally }
  }
  console.log(`pages in a browser (${browser})`)
  const env = { KUBECTL_FINALIZE_BROWSER: browser, KUBECTL_FINALIZE_PROGRAM: program }
  return { jobs: files.map(file => ({ file, lend: run => run(env) })), tally: nothing }
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
