import { execFileSync } from 'node:child_process'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { commandLine, shellQuote } from '../../src/diagnosis/shell-quote.ts'

const test = suite('shell quote')

const HOSTILE = [
  'plain-name.example.com/x',
  '',
  "it's",
  '$(reboot) $HOME',
  'a b\tc',
  '-n',
  '--all',
  '*?[x]{a,b}',
  '"quoted" \\ back',
  '!history;&|<>#~',
  'naïve 日本語',
]

test('a shell reads back exactly the value, as one word', () => {
  for (const value of HOSTILE) {
    const said = execFileSync('sh', ['-c', `printf %s ${shellQuote(value)}`], { encoding: 'utf8' })
    assert.is(said, value.replaceAll(/\p{Cc}/gu, ''), JSON.stringify(value))
  }
})

test('control characters, which a terminal could take for keys, are taken out', () => {
  assert.is(shellQuote('a\r\nreboot\x1b[2J'), "'areboot[2J'")
})

test('names that need no quotes have none', () => {
  assert.is(
    commandLine(
      'kubectl',
      'finalize',
      'remove',
      'buckets.example.com/logs',
      '-n',
      'shop',
      '--finalizer',
      'example.com/x',
    ),
    'kubectl finalize remove buckets.example.com/logs -n shop --finalizer example.com/x',
  )
  assert.is(commandLine('kubectl', 'scale', '--replicas=1', '-A'), 'kubectl scale --replicas=1 -A')
})

test.run()
