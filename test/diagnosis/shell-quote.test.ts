import { execFileSync } from 'node:child_process'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { commandLine, shellQuote, typeAndName } from '../../src/diagnosis/shell-quote.ts'
import { unlikely } from '../unlikely-names.ts'

const test = suite('shell quote')

const VISIBLE = [
  'plain-name.example.com/x',
  '',
  "it's",
  '$(reboot) $HOME',
  'a b  c',
  '-n',
  '--all',
  '*?[x]{a,b}',
  '"quoted" \\ back',
  '!history;&|<>#~',
  'naïve 日本語',
]

/** Shells of this machine that read `$'…'`, with a locale that has no UTF-8, and with one that has. */
const SHELLS = ['bash', 'zsh', 'ksh', 'mksh', 'busybox'].filter(isInstalled)

function isInstalled(program: string): boolean {
  try {
    execFileSync(program, program === 'busybox' ? ['sh', '-c', ':'] : ['-c', ':'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** What a program is given by a shell that is given these words. */
function argumentsOf(shell: string, words: readonly string[], locale: string): readonly string[] {
  const args = [...(shell === 'busybox' ? ['sh'] : []), '-c', String.raw`printf '%s\0' ${words.join(' ')}`]
  const env = { ...process.env, LC_ALL: locale }
  return execFileSync(shell, args, { encoding: 'utf8', env }).split('\0').slice(0, -1)
}

test('every POSIX shell reads back exactly the value, as one word', () => {
  assert.equal(argumentsOf('sh', VISIBLE.map(shellQuote), 'C'), VISIBLE)
})

test('one with characters that are not seen is read back exactly by the shells that know how, in any locale', () => {
  assert.ok(SHELLS.includes('bash'))
  for (const shell of SHELLS) {
    for (const locale of ['C', 'C.UTF-8']) {
      const names = [...VISIBLE, ...unlikely]
      assert.equal(argumentsOf(shell, names.map(shellQuote), locale), names, `${shell} ${locale}`)
    }
  }
})

test('it is written in ASCII that can be seen, so that nothing on the way to the shell takes a part of it', () => {
  for (const name of unlikely) assert.match(shellQuote(name), /^\$'[ -~]+'$/, JSON.stringify(name))
  assert.is(shellQuote('deploy\x07er'), String.raw`$'deploy\aer'`)
  assert.is(shellQuote('deploy\u202eer'), String.raw`$'deploy\342\200\256er'`)
})

test('no program can be given a NUL: what is written then is the name of no object', () => {
  assert.equal(argumentsOf('bash', [shellQuote('deployer\0')], 'C'), ['deployer%00'])
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

test('an object of a name like a flag is TYPE/NAME', () => {
  assert.equal(typeAndName('roles.rbac.authorization.k8s.io', '--all'), ['roles.rbac.authorization.k8s.io/--all'])
  assert.equal(typeAndName('pods', 'db-0'), ['pods', 'db-0'])
})

test.run()
