import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'puppeteer-core'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { Browsing, printed } from './open-page.ts'

const test = suite('what a page does')

const textsOf = (page: Page, selector: string): Promise<readonly string[]> =>
  page.$$eval(selector, found => found.filter(each => each.checkVisibility()).map(each => each.textContent.trim()))

const seen = async (page: Page, selector: string): Promise<number> => (await textsOf(page, selector)).length

async function practice(browsing: Browsing): Promise<Page> {
  const { page } = await browsing.open(await printed('explain', '--sandbox', '-o', 'html'))
  return page
}

test('a click on a cause lights what it holds, lists it, and a second click ends that', async () => {
  await using browsing = await Browsing.start()
  const page = await practice(browsing)
  const first = '#folded [data-cause="1"]'
  await page.click(first)
  assert.is(await page.$eval('#folded svg', each => each.classList.contains('lighting')), true)
  const lit = await textsOf(page, '#folded .object.lit .name')
  assert.equal(lit.toSorted(), [
    '14 buckets',
    '18 buckets',
    '4 buckets',
    '4 buckets',
    'namespace/backups',
    'namespace/media',
    'namespace/reports',
    'namespace/sandbox-anna',
  ])
  assert.is(await seen(page, '#chosen li'), 44)
  assert.equal(await textsOf(page, '#told'), ['Cause 1 holds: 44 objects'])
  assert.is(await page.$eval('#chosen h3 ~ a', each => each.getAttribute('href')), '#cause-1')
  await page.click(first)
  assert.is(await seen(page, '#folded .lit'), 0)
  assert.is(await seen(page, '#chosen'), 0)
})

test('a stack tells its objects, each with a way to its row', async () => {
  await using browsing = await Browsing.start()
  const page = await practice(browsing)
  const stacks = await page.$$('#folded .object')
  for (const stack of stacks) {
    if ((await stack.$eval('.name', each => each.textContent)) === '18 buckets') await stack.click()
  }
  assert.is(await seen(page, '#chosen li'), 18)
  assert.match((await textsOf(page, '#chosen li'))[0]!, 'bucket/thumbnails-01 in media')
  await page.click('#chosen li a')
  assert.is(await page.$eval('tr:target th', each => each.textContent), 'bucket/thumbnails-01')
  assert.equal(await textsOf(page, '#folded .cause.lit .mark'), ['1 STUCK · ControllerMissing'])
})

test('the keyboard does what the mouse does: Tab reaches a cause, Enter lights, Escape ends it', async () => {
  await using browsing = await Browsing.start()
  const page = await practice(browsing)
  await page.focus('#search')
  for (let presses = 0; presses < 20; presses++) {
    await page.keyboard.press('Tab')
    if (await page.evaluate(() => document.activeElement?.getAttribute('data-cause') === '1')) break
  }
  await page.keyboard.press('Enter')
  assert.is(await seen(page, '#chosen li'), 44)
  await page.keyboard.press('Escape')
  assert.is(await seen(page, '#chosen'), 0)
})

test('a button of a cause shows it in the picture', async () => {
  await using browsing = await Browsing.start()
  const page = await practice(browsing)
  await page.click('[data-light="11"]')
  assert.is(await page.evaluate(() => document.activeElement?.getAttribute('data-cause')), '11')
  assert.is(await page.$eval('#folded [data-cause="11"]', each => each.getAttribute('aria-pressed')), 'true')
})

test('search lights what has the word, also within a stack', async () => {
  await using browsing = await Browsing.start()
  const page = await practice(browsing)
  await page.type('#search', 'thumbnails-07')
  // The stack that has it, and the Namespace that names it among what it waits for, if at all.
  assert.ok((await textsOf(page, '#folded .object.lit .name')).includes('18 buckets'))
  assert.match((await textsOf(page, '#told'))[0]!, /^1 object found/)
  await page.type('#search', 'xyz')
  assert.equal(await textsOf(page, '#told'), ['Nothing found'])
  await page.keyboard.press('Escape')
  assert.is(await page.$eval('#search', each => (each as HTMLInputElement).value), '')
  assert.is(await seen(page, '#folded .lit'), 0)
})

test('unfolded, every object is a card of its own, and folded it is not', async () => {
  await using browsing = await Browsing.start()
  const page = await practice(browsing)
  const folded = await seen(page, '.view .object')
  await page.click('#unfold')
  assert.is(await seen(page, '#folded .object'), 0)
  assert.is(await seen(page, '#unfolded .object'), await seen(page, 'tbody tr'))
  await page.click('#unfolded [data-cause="1"]')
  assert.is(await seen(page, '#unfolded .object.lit'), 44)
  await page.click('#unfold')
  assert.is(await seen(page, '.view .object'), folded)
})

test('the picture is zoomed by buttons and keys, moved by dragging, and fits again', async () => {
  await using browsing = await Browsing.start()
  const page = await practice(browsing)
  const width = (): Promise<number> => page.$eval('#folded svg', each => each.getBoundingClientRect().width)
  const fitting = await width()
  await page.click('[data-zoom="in"]')
  await page.focus('#folded')
  await page.keyboard.press('+')
  assert.ok((await width()) > 1.5 * fitting)
  const view = await (await page.$('#folded'))!.boundingBox()
  const scrolled = (): Promise<number> => page.$eval('#folded', each => each.scrollLeft + each.scrollTop)
  const before = await scrolled()
  await page.mouse.move(view!.x + view!.width - 40, view!.y + 8)
  await page.mouse.down()
  await page.mouse.move(view!.x + view!.width - 240, view!.y + 8)
  await page.mouse.up()
  assert.ok((await scrolled()) !== before)
  await page.click('[data-zoom="fit"]')
  assert.is(await width(), fitting)
})

test('a column sorts up and down, ages by their seconds, and a filter leaves what has all words', async () => {
  await using browsing = await Browsing.start()
  const page = await practice(browsing)
  const column = (number: number): Promise<readonly string[]> =>
    textsOf(page, `#objects tbody tr > :nth-child(${number})`)
  const heads = await page.$$('#objects thead button')
  await heads[0]!.click()
  const names = await column(1)
  assert.equal(names, names.toSorted(new Intl.Collator('en', { numeric: true }).compare))
  await heads[2]!.click()
  await heads[2]!.click()
  const ages = await column(3)
  assert.equal([ages[0], ages.at(-1)], ['6d', 'not deleted'])
  assert.is(await page.$eval('#objects thead th:nth-child(3)', each => each.getAttribute('aria-sort')), 'descending')
  await page.type('#filter', 'bucket media')
  assert.is(await seen(page, '#objects tbody tr'), 19)
  assert.match((await textsOf(page, '#counted'))[0]!, /^19 of \d+$/)
})

test('a command is copied as it is printed', async () => {
  await using browsing = await Browsing.start()
  const page = await practice(browsing)
  await browsing.browser.defaultBrowserContext().setPermission('file://', {
    permission: { name: 'clipboard-read' },
    state: 'granted',
  })
  const command = 'kubectl finalize remove --finalizer objectstore.example.com/bucket -A --sandbox'
  const buttons = await page.$$('[data-copy]')
  for (const button of buttons) {
    const text = await button.evaluate(each => each.previousElementSibling!.textContent)
    if (text !== command) continue
    await button.click()
    await page.waitForFunction(each => each.textContent === 'Copied', {}, button)
  }
  await page.bringToFront()
  assert.is(await page.evaluate(() => navigator.clipboard.readText()), command)
})

test('a way to an object that the filter left out leads to its row', async () => {
  await using browsing = await Browsing.start()
  const page = await practice(browsing)
  await page.type('#filter', 'nosuchthing')
  assert.is(await seen(page, '#objects tbody tr'), 0)
  await page.click('#folded [data-cause="1"]')
  await page.click('#chosen li a')
  assert.is(await seen(page, 'tr:target'), 1)
  assert.is(await page.$eval('#filter', each => (each as HTMLInputElement).value), '')
})

test('the JSON is downloaded as `-o json` prints it', async () => {
  await using browsing = await Browsing.start()
  const page = await practice(browsing)
  const session = await browsing.browser.target().createCDPSession()
  await session.send('Browser.setDownloadBehavior', {
    behavior: 'allow',
    downloadPath: browsing.folder,
    eventsEnabled: true,
  })
  const { promise, resolve } = Promise.withResolvers<void>()
  session.on('Browser.downloadProgress', ({ state }) => {
    if (state === 'completed') resolve()
  })
  await page.click('#json')
  await promise
  const text = await readFile(join(browsing.folder, 'explanation.json'), 'utf8')
  const { kind, objects } = JSON.parse(text)
  assert.is(kind, 'Explanation')
  assert.is(objects.length, await seen(page, '#objects tbody tr'))
  assert.match(text, /^\{\n {4}"apiVersion"/)
})

test('on paper nothing is folded and nothing is a button', async () => {
  await using browsing = await Browsing.start()
  const page = await practice(browsing)
  await page.emulateMediaType('print')
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
  assert.is(await seen(page, 'main button:not(thead button)'), 0)
  assert.is(await seen(page, 'article .tree'), 11)
  const pdf = await page.pdf({ format: 'A4' })
  assert.ok(pdf.length > 20_000)
  // A row of the table is a line on paper, and no cause begins on a page of its own because it is long.
  const pages =
    Buffer.from(pdf)
      .toString('latin1')
      .match(/\/Type ?\/Page\b/g)?.length ?? 0
  assert.ok(pages > 2 && pages < 20, `${pages} pages`)
})

test.run()
