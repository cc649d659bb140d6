import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { removeAtEnd } from '../../control-plane/process-group.ts'
import { until } from '../../control-plane/until.ts'
import { api, namespace, target } from '../rig/rig.ts'
import { file, programsOf } from './k9s-plugins.ts'

const test = suite('k9s itself, with the plugins')

/** Its path, where `npm run test:k9s` built it. */
const k9s = process.env.KUBECTL_FINALIZE_K9S
const its = k9s === undefined ? test.skip : test

const [COLUMNS, LINES] = [160, 45]

/** k9s in a terminal of its own, with the plugins where its users have them. Hold it with `using`. */
function open(words: readonly string[]) {
  const home = mkdtempSync(join(tmpdir(), 'kubectl-finalize-k9s-home-'))
  removeAtEnd(home)
  const opened = join(home, 'opened')
  mkdirSync(join(home, 'config', 'k9s'), { recursive: true })
  copyFileSync(file, join(home, 'config', 'k9s', 'plugins.yaml'))
  const browser = `echo "$1" > '${opened}'`
  const env = {
    PATH: [programsOf({ 'xdg-open': browser, open: browser }), process.env.PATH].join(delimiter),
    ...{ HOME: home, XDG_CONFIG_HOME: join(home, 'config'), XDG_STATE_HOME: home, XDG_DATA_HOME: home },
    ...{ KUBECONFIG: target().kubeconfig, TERM: 'xterm-256color', LC_ALL: 'C.UTF-8' },
  }
  const tmux = (...args: readonly string[]): string =>
    execFileSync('tmux', ['-S', join(home, 'tmux'), '-f', '/dev/null', ...args], { env, encoding: 'utf8' })
  tmux('new-session', '-d', '-x', String(COLUMNS), '-y', String(LINES), '--', k9s!, ...words)
  const screen = (): string => tmux('capture-pane', '-p')
  return {
    opened,
    press: (key: string) => tmux('send-keys', key),
    /** Resolves when the screen shows it. */
    async shows(what: RegExp): Promise<void> {
      await until(async () => what.test(screen()) || undefined, { what: `${what}`, deadlineSeconds: 60 }).catch(
        error => {
          throw new Error(`${error}\n${screen()}`)
        },
      )
    },
    [Symbol.dispose]: () => tmux('kill-server'),
  }
}

its('each key explains, foresees or draws the object under the cursor, and the object stays as it was', async () => {
  const place = await namespace()
  const held = await api.create({
    ...{ apiVersion: 'v1', kind: 'ConfigMap' },
    metadata: { name: 'a-held-one', namespace: place, finalizers: ['e2e.example.com/hold'] },
  })
  await api.delete(held)
  const before = await api.get(held)
  using terminal = open(['--command', 'configmaps', '--namespace', place, '--readonly'])
  await terminal.shows(/a-held-one/)
  terminal.press('X')
  await terminal.shows(/ControllerUnknown[\s\S]*configmap\/a-held-one/)
  terminal.press('q')
  await terminal.shows(/configmaps\(.*\)\[/i)
  terminal.press('K')
  await terminal.shows(/a-held-one[\s\S]*Nothing was changed/)
  terminal.press('q')
  await terminal.shows(/configmaps\(.*\)\[/i)
  terminal.press('Y')
  await until(async () => existsSync(terminal.opened) || undefined, {
    what: 'a page in the browser',
    deadlineSeconds: 60,
  })
  const page = readFileSync(terminal.opened, 'utf8').trim().replace('file://', '')
  assert.match(readFileSync(page, 'utf8'), 'a-held-one')
  assert.equal(await api.get(held), before)
  await api.patch(held, { metadata: { finalizers: null } })
})

test.run()
