import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { run } from '../src/cli.ts'
import { patienceAfter } from '../src/complete.ts'
import { temporaryFolder } from './cluster/temporary-folder.ts'
import { processes } from './execute/journals.ts'
import { headless } from './headless.ts'

const test = suite('completion')

/** Asks for choices with all the time in the world, or none. */
async function asked(words: readonly string[], time: 'endless' | 'over' = 'endless') {
  const written = { stdout: '', stderr: '' }
  const output = (stream: keyof typeof written) => ({
    write: (text: string) => {
      written[stream] += text
    },
    columns: undefined,
    closed: new AbortController().signal,
  })
  const code = await run(['__complete', ...words], {
    terminal: { stdout: output('stdout'), stderr: output('stderr'), colour: false, prompt: undefined },
    clock: {
      now: () => new Date('2026-01-15T12:00:00Z'),
      elapsed: () => 0,
      sleep: () => (time === 'over' ? Promise.resolve() : new Promise(() => {})),
    },
    env: { KUBECONFIG: '/nonexistent' },
    signal: new AbortController().signal,
    temporaryDirectory: tmpdir(),
    stateDirectory: undefined,
    configDirectory: undefined,
    onForcedEnd: () => {},
    ...processes,
    readInput: async () => '',
    input: () => Readable.from([]),
    installation: () => ({ program: '/opt/here/kubectl-finalize', runtimeVersion: 'v26.0.0', platform: 'linux/x64' }),
  })
  assert.equal({ code, stderr: written.stderr }, { code: 0, stderr: '' })
  const lines = written.stdout.trimEnd().split('\n')
  return {
    lines: lines.slice(0, -1),
    choices: lines.slice(0, -1).map(line => line.split('\t')[0]),
    directive: lines.at(-1),
  }
}

test('offers names of what is terminating, with what holds it', async () => {
  const { lines, directive } = await asked(['explain', '--sandbox=load-balancer', '-n', 'edge', 'svc/'])
  assert.is(lines.length, 1)
  assert.match(lines[0]!, /^svc\/\S+\tterminating for \d+\w+, service.kubernetes.io\/load-balancer-cleanup$/)
  assert.is(directive, ':4')
})

test('offers a name once, in both forms that a command reads', async () => {
  const { choices } = await asked(['explain', '--sandbox=operator-uninstalled', 'ns', ''])
  assert.ok(choices.length > 1)
  const [first, ...others] = choices as string[]
  assert.equal((await asked(['explain', '--sandbox=operator-uninstalled', 'ns', first!, ''])).choices, others)
  const slashed = await asked(['explain', '--sandbox=operator-uninstalled', `ns/${first}`, 'ns/'])
  assert.equal(
    slashed.choices,
    others.map(name => `ns/${name}`),
  )
})

test('offers finalizers by how many objects have them', async () => {
  const { lines } = await asked(['list', '--sandbox=operator-uninstalled', '--finalizer', ''])
  assert.equal(lines, ['objectstore.example.com/bucket\ton 40 objects'])
})

test('has nothing to offer, and no word for it, when time is over, the cluster away or the incident unknown', async () => {
  const cases: readonly (readonly [readonly string[], ('endless' | 'over')?])[] = [
    [['explain', '--sandbox', 'ns/'], 'over'],
    [['explain', '--server', 'http://127.0.0.1:1', 'ns/']],
    [['explain', '--sandbox=nosuch', 'ns/']],
    [['explain', '--sandbox', 'nosuch/']],
    [['nosuch', '']],
    [['catalog', 'a', '']],
  ]
  for (const [words, time] of cases) {
    const { lines, directive } = await asked(words, time)
    assert.equal({ lines, directive }, { lines: [], directive: ':4' }, words.join(' '))
  }
})

test('has a script for each shell, and no other', async () => {
  for (const shell of ['bash', 'zsh', 'fish', 'powershell']) {
    const { code, stdout } = await headless(['completion', shell])
    assert.is(code, 0)
    assert.ok(stdout.includes('__complete') && stdout.includes('kubectl-finalize'), shell)
  }
  for (const words of [[], ['ksh'], ['bash', 'zsh'], ['toString']])
    assert.is((await headless(['completion', ...words])).code, 2)
})

test('bash gets what it inserts without needless backslashes', async () => {
  using folder = temporaryFolder()
  const program = join(folder.path, 'kubectl-finalize')
  writeFileSync(program, '#!/bin/sh\nprintf "%s\\n" "$OFFERED" :4\n', { mode: 0o755 })
  const { stdout } = await headless(['completion', 'bash'])
  const line = 'COMP_LINE="kubectl-finalize list x" COMP_POINT=23 COMP_WORDS=(kubectl-finalize list x) COMP_CWORD=2'
  const env = { ...process.env, PATH: `${folder.path}:${process.env.PATH}` }
  for (const [OFFERED, inserted] of [
    ['pods,widgets', 'pods,widgets'],
    ['$(reboot)', String.raw`\$\(reboot\)`],
  ] as const) {
    const script = `${stdout}\n${line}; _kubectl_finalize; printf %s "\${COMPREPLY[0]}"`
    assert.is(spawnSync('bash', ['-c', script], { env: { ...env, OFFERED } }).stdout.toString(), inserted)
  }
})

test('names are given up for within half a second, and later by a machine that was slow to begin', () => {
  assert.equal(
    [0.05, 0.2, 5].map(patienceAfter).map(seconds => seconds.toFixed(2)),
    ['0.25', '0.60', '1.00'],
  )
})

test('offers past runs to log, of the directory that was named', async () => {
  using folder = temporaryFolder()
  folder.write('20260115T120000Z-5e2d1c_journal.jsonl', '')
  folder.write('20260115T120000Z-5e2d1c_leaks.yaml', '')
  const { choices } = await asked(['log', '--backup-dir', folder.path, ''])
  assert.equal(choices, ['20260115T120000Z-5e2d1c'])
})

test.run()
