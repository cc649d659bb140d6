import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import puppeteer, { type Browser, type Page } from 'puppeteer-core'

const { KUBECTL_FINALIZE_BROWSER: executablePath, KUBECTL_FINALIZE_PROGRAM: program } = process.env

/** What the built program writes to stdout for a command line. */
export async function printed(...args: readonly string[]): Promise<string> {
  if (program === undefined) throw new Error('run `npm run test:browser`')
  // It exits with 1 where something could not be read, and has written its answer.
  const { stdout } = await promisify(execFile)(program, args, { maxBuffer: 1 << 28 }).catch(error => error)
  return stdout
}

/** A page in a browser, with all that it did that it should not have done. */
export interface Opened {
  readonly page: Page
  /** Messages on the console, errors of scripts, and addresses that were asked for beside its own. */
  readonly complaints: string[]
}

/** A browser without a window, and a folder for what it opens. Hold it with `await using`. */
export class Browsing implements AsyncDisposable {
  readonly browser: Browser
  readonly folder: string

  private constructor(browser: Browser, folder: string) {
    this.browser = browser
    this.folder = folder
  }

  static async start(path = executablePath): Promise<Browsing> {
    if (path === undefined) throw new Error('run `npm run test:browser`')
    const folder = await mkdtemp(join(tmpdir(), 'kubectl-finalize-browser-'))
    // Chromium refuses its own sandbox to root, as which containers run; what it opens is ours.
    const args = process.getuid?.() === 0 ? ['--no-sandbox'] : []
    const options = { executablePath: path, args, userDataDir: join(folder, 'profile') }
    return new Browsing(await puppeteer.launch(options), folder)
  }

  /** Opens a file with this text, as a user would from a disk. */
  async open(text: string, name = 'page.html', { javaScript = true } = {}): Promise<Opened> {
    const file = join(this.folder, name)
    await writeFile(file, text)
    const page = await this.browser.newPage()
    const address = pathToFileURL(file).href
    const complaints: string[] = []
    page.on('console', message => complaints.push(`console: ${message.text()}`))
    page.on('pageerror', error => complaints.push(`error: ${error instanceof Error ? error.message : error}`))
    page.on('dialog', dialog => {
      complaints.push(`dialog: ${dialog.message()}`)
      void dialog.dismiss()
    })
    page.on('request', request => {
      if (request.url() !== address) complaints.push(`request: ${request.url()}`)
    })
    await page.setJavaScriptEnabled(javaScript)
    await page.setViewport({ width: 1280, height: 800 })
    await page.goto(address)
    return { page, complaints }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.browser.close()
    await rm(this.folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** How long a browser takes until the second frame after a page was loaded, when its first picture is on the screen: seconds. */
export interface Loading {
  readonly wall: number
  /** Of the CPU, by the page's main thread: what a busy machine changes little. */
  readonly cpu: number
  readonly scripts: number
  readonly styleAndLayout: number
}

/** Opens a page in a window of its own, and closes it. */
export async function loadingOf(browsing: Browsing, html: string): Promise<Loading> {
  const file = join(browsing.folder, 'loading.html')
  await writeFile(file, html)
  const page = await browsing.browser.newPage()
  const session = await page.createCDPSession()
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  await page.goto(pathToFileURL(file).href, { timeout: 120_000 })
  const wall = await page.evaluate(
    () =>
      new Promise<number>(resolve => {
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(performance.now() / 1000)))
      }),
  )
  const { metrics } = await session.send('Performance.getMetrics')
  await page.close()
  const of = (name: string): number => metrics.find(metric => metric.name === name)!.value
  return {
    wall,
    cpu: of('TaskDuration'),
    scripts: of('ScriptDuration'),
    styleAndLayout: of('RecalcStyleDuration') + of('LayoutDuration'),
  }
}
