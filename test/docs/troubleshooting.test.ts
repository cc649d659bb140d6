import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { headless } from '../headless.ts'

const test = suite('docs/troubleshooting.md')

const page = readFileSync(resolve(import.meta.dirname, '../../docs/troubleshooting.md'), 'utf8')

const PLACE = /\b(HOST|PORT|NAME|PATH|URL|GROUP|TYPES?|NS|N|GUARD|FILE|KIND|VERSION|UID|MANAGER)\b|…/g

/** Messages of the page. What stands in capitals for a name, and `…`, is anything. */
const pageMessages = [...page.matchAll(/^\| (`.*?) \| /gm)]
  .flatMap(([, cell]) => [...cell!.matchAll(/`([^`]+)`/g)].map(([, text]) => text!))
  .filter(text => text.includes(' '))

function patternOf(text: string): RegExp {
  return new RegExp(text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll(PLACE, '.+'))
}

const messages = pageMessages.map(patternOf)

const users = {
  missing: {
    exec: { apiVersion: 'client.authentication.k8s.io/v1', command: 'no-such-plugin', interactiveMode: 'Never' },
  },
  failing: { exec: { apiVersion: 'client.authentication.k8s.io/v1', command: 'false', interactiveMode: 'Never' } },
  old: { exec: { apiVersion: 'client.authentication.k8s.io/v1alpha1', command: 'false' } },
  gcp: { 'auth-provider': { name: 'gcp' } },
  oidc: { 'auth-provider': { name: 'oidc', config: { 'idp-issuer-url': 'https://127.0.0.1:1', 'client-id': 'a' } } },
  files: { 'client-certificate': '/nonexistent/crt', 'client-key': '/nonexistent/key' },
}

async function setup() {
  const folder = mkdtempSync(join(tmpdir(), 'kubectl-finalize-trouble-'))
  const server = createServer((request, response) =>
    request.url?.startsWith('/slow') ? undefined : response.end('<html>'),
  )
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as { port: number }
  const kubeconfig = join(folder, 'kubeconfig')
  const names = Object.keys(users) as (keyof typeof users)[]
  const config = {
    clusters: [{ name: 'c', cluster: { server: 'https://127.0.0.1:1' } }],
    contexts: names.map(name => ({ name, context: { cluster: 'c', user: name } })),
    users: names.map(name => ({ name, user: users[name] })),
  }
  writeFileSync(kubeconfig, JSON.stringify(config))
  writeFileSync(join(folder, 'broken'), 'clusters: [')
  const dispose = () => {
    server.closeAllConnections()
    server.close()
    rmSync(folder, { recursive: true, force: true })
  }
  return { folder, kubeconfig, server: `127.0.0.1:${port}`, [Symbol.dispose]: dispose }
}

test('tells of the messages as they are', async () => {
  using rig = await setup()
  const { folder, kubeconfig, server } = rig
  const PATH = process.env.PATH ?? ''
  const cases: readonly (readonly [argv: readonly string[], env?: Readonly<Record<string, string>>])[] = [
    [['list', '--server', 'http://127.0.0.1:1']],
    [['list', '--server', `http://${server}`]],
    [['list', '--server', `https://${server}`]],
    [['list', '--server', `http://${server}/slow`, '--request-timeout', '1']],
    [['list', '--context', 'nosuch']],
    [['list', '--cluster', 'nosuch']],
    [['list', '--user', 'nosuch']],
    [['list', '--kubeconfig', join(folder, 'nosuch')]],
    [['list', '--kubeconfig', join(folder, 'broken')]],
    ...Object.keys(users).map(context => [['list', '--context', context]] as const),
    [['list', '--server', 'https://server.invalid'], { HTTPS_PROXY: 'http://127.0.0.1:1' }],
    [['list', '--server', 'https://server.invalid'], { HTTPS_PROXY: 'ftp://127.0.0.1:1' }],
    [['list', '--sandbox=api-unavailable']],
    [['list', '--sandbox=conversion-dead']],
    [['list', '--sandbox', 'nosuch']],
    [['list', '--sandbox', '-n', 'nosuch']],
  ]
  const seen = new Set<RegExp>()
  for (const [argv, env = {}] of cases) {
    const { code, stderr } = await headless(argv, { env: { PATH, KUBECONFIG: kubeconfig, ...env } })
    assert.is(code, 1, argv.join(' '))
    const told = messages.filter(message => message.test(stderr))
    assert.ok(told.length > 0, `${argv.join(' ')}\n${stderr}`)
    for (const message of told) seen.add(message)
  }
  assert.ok(seen.size >= 18, `${seen.size}`)
})

test('tells of the messages of commands that write as they are', async () => {
  using rig = await setup()
  const { folder } = rig
  writeFileSync(join(folder, 'file'), '')
  const kind = { apiVersion: 'example.com/v1', kind: 'Nosuch', metadata: { name: 'x' } }
  writeFileSync(join(folder, 'kind.yaml'), JSON.stringify(kind))
  const bucket = ['remove', 'bucket/ledger', '-n', 'reports', '--sandbox=operator-uninstalled']
  const cases: readonly (readonly [code: number, message: string, argv: readonly string[]])[] = [
    [3, 'confirmation required', [...bucket, '--backup-dir', folder]],
    [2, 'no object specified', ['remove', '--sandbox']],
    [3, 'refused by GUARD', ['remove', 'svc/storefront', '-n', 'edge', '--sandbox=load-balancer', '--yes']],
    [
      3,
      'rejects every change without it',
      ['remove', 'tenant/acme', '-n', 'customers', '--sandbox=webhook-dead', '--yes'],
    ],
    [2, 'cannot be overridden', [...bucket, '--override=Changed']],
    [1, 'the backup directory', [...bucket, '--yes', '--backup-dir', join(folder, 'file')]],
    [1, 'FILE: no such file or directory', ['restore', join(folder, 'nosuch'), '--sandbox']],
    [1, 'no matches for kind', ['restore', join(folder, 'kind.yaml'), '--sandbox']],
  ]
  for (const [code, part, argv] of cases) {
    const answer = await headless(argv)
    assert.is(answer.code, code, argv.join(' '))
    const told = pageMessages.filter(text => text.includes(part))
    assert.is(told.length, 1, part)
    assert.ok(patternOf(told[0]!).test(answer.stdout + answer.stderr), `${told[0]}\n${answer.stdout}${answer.stderr}`)
  }
})

test('has links that lead somewhere', () => {
  const causes = readFileSync(resolve(import.meta.dirname, '../../docs/causes.md'), 'utf8')
  const titles = new Set([...causes.matchAll(/^##+ (.+)$/gm)].map(([, title]) => title!.toLowerCase()))
  const anchors = [...page.matchAll(/causes\.md#([\w-]+)/g)].map(([, anchor]) => anchor!.replaceAll('-', ' '))
  assert.ok(anchors.length > 0)
  assert.equal(
    anchors.filter(anchor => !titles.has(anchor)),
    [],
  )
})

test.run()
