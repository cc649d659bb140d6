import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { picture } from '../../scripts/tour/picture.ts'
import { withTour } from '../../scripts/tour/readme.ts'
import { COLUMNS, record } from '../../scripts/tour/record.ts'
import { createScreen, plainText } from '../../scripts/tour/screen.ts'

const screen = suite('the screen of the tour')

function shown(...written: readonly string[]): string {
  const { write, lines } = createScreen()
  for (const text of written) write(text)
  return plainText(lines())
}

screen('has what was written, without what was taken away again', () => {
  assert.is(shown('reading\n', '\x1b[1A\x1b[J', 'one\ntwo', '\n'), 'one\ntwo')
  assert.is(shown('kept\n', 'a\nb\n', '\x1b[2A\x1b[J', 'c\n'), 'kept\nc')
})

screen('knows which letters are in which style', () => {
  const { write, lines } = createScreen()
  write('\x1b[1m\x1b[31mSTUCK\x1b[39m\x1b[22m plain')
  assert.equal(lines(), [
    [
      { text: 'STUCK', style: 'bold red' },
      { text: ' plain', style: '' },
    ],
  ])
})

screen('knows no escape by guessing', () => {
  assert.throws(() => shown('\x1b[2K'), /does not know the escape K/)
})

screen.run()

const tour = suite('the tour')

const recorded = (text: string, code = 0) => ({ words: ['list'], lines: [[{ text, style: '' }]], code })

tour('stands between its marks, and says an exit code that is not 0', () => {
  const page = 'a\n<!-- tour: overview -->\nold\n<!-- /tour -->\nb'
  const block = '```console\n$ kubectl finalize list\nnew\n$ echo $?\n3\n```'
  assert.is(
    withTour(page, new Map([['overview', recorded('new', 3)]])),
    `a\n<!-- tour: overview -->\n${block}\n<!-- /tour -->\nb`,
  )
  assert.throws(() => withTour(page, new Map()), /which is none/)
  assert.throws(() => withTour('', new Map([['overview', recorded('new')]])), /no place for overview/)
})

tour('is the same each time that it is run', async () => {
  const words = ['remove', 'bucket/ledger', '-n', 'reports', '--sandbox=operator-uninstalled', '--yes']
  const [first, second] = [await record(words), await record(words)]
  assert.is(first.code, 0)
  assert.equal(first, second)
  assert.match(plainText(first.lines), /^backup: \/home\/ada\//m)
})

tour('is drawn with its letters escaped, and lines that go on where the terminal ends', () => {
  const svg = picture([recorded(`<&>${'x'.repeat(COLUMNS)}`)], 'A <title>')
  assert.match(svg, '<title>A &lt;title&gt;</title>')
  const [, first, second] = [...svg.matchAll(/<text [^>]*>([^<]*)<\/text>/g)].map(([, text]) => text!)
  assert.is(first, `&lt;&amp;&gt;${'x'.repeat(COLUMNS - 3)}`)
  assert.is(second, 'xxx')
  assert.match(svg, 'prefers-color-scheme: dark')
})

tour.run()
