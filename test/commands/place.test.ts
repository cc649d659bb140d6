import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { createSandbox } from '../../src/sandbox/sandbox.ts'
import { serveSandbox } from '../../src/sandbox/serve.ts'
import { headless } from '../headless.ts'

const test = suite('the cluster that a plan and a prompt are about')

const ROLE = { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'Role', rules: [] }
const NAME = 'deploy\u202eer'

/** A cluster on loopback with a Role that is stuck, and somebody at a terminal who types this. */
async function setup(typed: string) {
  const folder = mkdtempSync(join(tmpdir(), 'kubectl-finalize-place-'))
  const sandbox = createSandbox()
  sandbox.put({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'shop' } })
  const metadata = { name: NAME, namespace: 'shop', finalizers: ['example.com/hold'] }
  sandbox.put({ ...ROLE, metadata: { ...metadata, deletionTimestamp: '2026-01-15T11:00:00Z' } })
  const server = await serveSandbox(sandbox)
  const kubeconfig = join(folder, 'config')
  const address = server.url.replace('http://', 'http://ada:secret@')
  const config = {
    clusters: [{ name: 'c', cluster: { server: address } }],
    contexts: [{ name: 'prod\x1b[2J', context: { cluster: 'c' } }],
    'current-context': 'prod\x1b[2J',
  }
  writeFileSync(kubeconfig, JSON.stringify(config))
  const asked: string[] = []
  const prompt = {
    ask: async (question: string) => {
      asked.push(question)
      return typed
    },
    choose: async () => undefined,
    pick: async () => undefined,
  }
  const remove = (flags: readonly string[], answered = true) =>
    headless(['remove', `role/${NAME}`, '-n', 'shop', '--override=ControllerUnknown', ...flags], {
      stateDirectory: folder,
      ...(answered && { prompt }),
    })
  return {
    remove,
    asked,
    kubeconfig,
    url: server.url,
    address,
    async [Symbol.asyncDispose]() {
      await server.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

test('is its context and its server, without what stands in the address beside that', async () => {
  await using rig = await setup('deploy<U+202E>er')
  const { code, stdout, stderr } = await rig.remove(['--kubeconfig', rig.kubeconfig])
  const place = `context prod<U+001B>[2J (${rig.url})`
  assert.ok(stderr.startsWith(`Plan for ${place}:\n\nrole/deploy<U+202E>er in namespace shop`), stderr)
  assert.ok(stderr.includes(`\nRemove 1 finalizer in ${place}.\n`), stderr)
  assert.not.match(stderr + stdout, /\bada\b|secret@/)
  assert.is(code, 0)
})

test('is the server alone where no context led there', async () => {
  await using rig = await setup('no')
  const { code, stdout, stderr } = await rig.remove(['--server', rig.address, '--kubeconfig', '/dev/null'])
  assert.ok(stderr.startsWith(`Plan for ${rig.url}:\n`), stderr)
  assert.is(code, 3)
  assert.not.match(stderr + stdout, /\bada\b|secret@/)
})

test('stands in a dry run, and where nobody is asked', async () => {
  await using rig = await setup('')
  const flags = ['--kubeconfig', rig.kubeconfig]
  assert.match((await rig.remove([...flags, '--dry-run=client'])).stdout, /^Plan for context prod/)
  assert.match((await rig.remove([...flags, '--yes'], false)).stderr, /^Plan for context prod/)
})

test('of practice is the sandbox', async () => {
  const argv = ['remove', 'bucket/invoices-2025', '-n', 'reports', '--dry-run=client']
  assert.match((await headless([...argv, '--sandbox'])).stdout, /^Plan for the sandbox:\n/)
  const one = await headless([...argv, '--sandbox=operator-uninstalled'])
  assert.match(one.stdout, /^Plan for the sandbox operator-uninstalled:\n/)
})

test('the name is typed as it is shown, where not every character of it can be typed', async () => {
  await using rig = await setup('deploy<U+202E>er')
  assert.is((await rig.remove(['--kubeconfig', rig.kubeconfig])).code, 0)
  assert.equal(rig.asked, ['Type "deploy<U+202E>er" to confirm:'])
  await using other = await setup('deployer')
  assert.is((await other.remove(['--kubeconfig', other.kubeconfig])).code, 3)
})

test.run()
