import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { ApiFailure } from '../../src/api/failure.ts'
import type { ApiResponse } from '../../src/cluster/transport/transport.ts'
import type { SandboxClock } from '../../src/sandbox/clock.ts'
import { buildIncident } from '../../src/sandbox/incidents/index.ts'
import { customResource } from '../../src/sandbox/incidents/parts/custom-resource.ts'
import { definition } from '../../src/sandbox/incidents/parts/definition.ts'
import { namespace } from '../../src/sandbox/incidents/parts/namespace.ts'
import { operator } from '../../src/sandbox/incidents/parts/operator.ts'
import { HOUR } from '../../src/sandbox/incidents/parts/time.ts'
import { createSandbox, type Sandbox } from '../../src/sandbox/sandbox.ts'
import type { SandboxRequest } from '../../src/sandbox/serve-request.ts'
import { garbled, plainText, statusResponse } from '../sandbox/fault-answers.ts'
import { manualClock } from '../sandbox/manual-clock.ts'
import { runIn } from './run-in.ts'

/**
 * A table of what a guard has to know, and of how that is kept from being read: whatever of it is missing, nothing is
 * written, and the refusal says that it is missing.
 */
const test = suite('a guard that cannot read what it has to know')

const GROUP = 'certs.example.com'

/** An operator that runs, and an object whose finalizer is its own. */
function alive(clock: SandboxClock): Sandbox {
  const sandbox = createSandbox({ clock })
  definition(sandbox, { group: GROUP, plural: 'certificates', kind: 'Certificate', short: 'cert' })
  operator(sandbox, { name: 'cert-broker', group: GROUP, plural: 'certificates' })
  namespace(sandbox, 'ingress')
  customResource(sandbox, {
    apiVersion: `${GROUP}/v1`,
    kind: 'Certificate',
    namespace: 'ingress',
    name: 'wildcard',
    manager: 'cert-broker',
    finalizers: [`${GROUP}/revoke`],
    deleted: 3 * HOUR,
  })
  return sandbox
}

/** A namespace that is empty, as far as can be read, and that its controller does not end. */
function emptied(clock: SandboxClock): Sandbox {
  const sandbox = createSandbox({ clock })
  sandbox.put({
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name: 'shop', deletionTimestamp: '2026-01-15T11:00:00Z' },
    spec: { finalizers: ['kubernetes'] },
    status: { phase: 'Terminating' },
  })
  return sandbox
}

const incident = (name: string) => (clock: SandboxClock) => buildIncident(name, clock)!

const CERTIFICATE = ['remove', 'cert/wildcard', '-n', 'ingress', '--yes', '--finalizer', `${GROUP}/revoke`]
const BUCKET = ['remove', 'bkt/ledger', '-n', 'reports', '--yes']
const OVERRIDDEN = ['namespace', 'shop', '--yes', '--timeout', '1s', '--override', 'ControllerAlive,RepairFirst']
const REPLAY = ['replay', 'bkt/ledger', '-n', 'reports', '--yes']

const WORKLOADS = /\/(deployments|statefulsets|daemonsets|replicasets|cronjobs|jobs)$/
const PODS = /\/pods$/
const RBAC = /\/apis\/rbac\.authorization\.k8s\.io\//
const RUNS = new RegExp([WORKLOADS.source, PODS.source].join('|'))
const ANY = new RegExp([RUNS.source, RBAC.source].join('|'))

type Case = readonly [
  what: string,
  cluster: (clock: SandboxClock) => Sandbox,
  args: readonly string[],
  /** Exit code and first guard when everything can be read: what the faults are to be told from. */
  known: readonly [code: number, guard: string | undefined],
  unread: RegExp,
]

const cases: readonly Case[] = [
  ['all that an operator could run in', alive, CERTIFICATE, [3, 'ControllerAlive'], RUNS],
  ['all that shows an operator', alive, CERTIFICATE, [3, 'ControllerAlive'], ANY],
  [
    'the Deployment that is scaled to zero',
    incident('operator-scaled-down'),
    CERTIFICATE,
    [3, 'RepairFirst'],
    WORKLOADS,
  ],
  ['the workloads of an operator that is gone', incident('operator-uninstalled'), BUCKET, [0, undefined], WORKLOADS],
  ['the Pods of an operator that is gone', incident('operator-uninstalled'), BUCKET, [0, undefined], PODS],
  ['the rights of an operator that is gone', incident('operator-uninstalled'), BUCKET, [0, undefined], RBAC],
  ['one type of the content of a namespace', emptied, OVERRIDDEN, [0, undefined], /\/namespaces\/shop\/secrets$/],
  ['all content of a namespace', emptied, OVERRIDDEN, [0, undefined], /\/namespaces\/shop\/[a-z]+$/],
  ['a type of what a resource owns', incident('operator-uninstalled'), REPLAY, [0, undefined], /\/configmaps$/],
]

const faults: Readonly<Record<string, (path: string) => ApiResponse>> = {
  forbidden: () => statusResponse(403, { reason: 'Forbidden', message: 'may not' }),
  'a lost route': () => plainText(404, '404 page not found\n'),
  'an error': () => statusResponse(500, { reason: 'InternalError', message: 'oops' }),
  'a time-out': () => {
    throw new ApiFailure({ kind: 'unreachable', message: 'no answer' })
  },
  'null items': () => json('{"items":null}'),
  HTML: () => garbled(),
}

function json(text: string): ApiResponse {
  return { ...plainText(200, text), headers: { 'content-type': 'application/json' } }
}

/** Runs it, with this answer to each read that the pattern meets, and tells what was written. */
async function ran([, cluster, args, , unread]: Case, answer: ((path: string) => ApiResponse) | undefined) {
  const clock = manualClock()
  const sandbox = cluster(clock)
  const writes: string[] = []
  let hit = 0
  sandbox.onRequest = async request => {
    if (isWrite(request)) writes.push(`${request.method} ${request.path}`)
    if (answer === undefined || request.method !== 'GET' || !unread.test(request.path)) return undefined
    hit++
    return answer(request.path)
  }
  const { code, stdout, stderr } = await runIn({ sandbox, clock }, args)
  const guards = new Set([...stdout.matchAll(/refused by ([A-Za-z, ]+):/g)].flatMap(([, names]) => names!.split(', ')))
  return { code, guards, writes, hit, shown: `${stdout}${stderr}` }
}

function isWrite({ method, path, query, body }: SandboxRequest): boolean {
  if (method === 'GET' || path.endsWith('reviews') || path.endsWith('/events')) return false
  return query?.dryRun === undefined && !(typeof body === 'string' ? body : Buffer.from(body ?? '')).includes('dryRun')
}

for (const one of cases) {
  const [what, , , [code, guard]] = one

  test(`knows ${what}: ${guard ?? 'nothing stands against it'}`, async () => {
    const known = await ran(one, undefined)
    assert.equal([known.code, [...known.guards][0]], [code, guard], known.shown)
    assert.is(known.writes.length > 0, code === 0)
  })

  for (const [fault, answer] of Object.entries(faults)) {
    test(`refuses without ${what}: ${fault}`, async () => {
      const { code, guards, writes, hit, shown } = await ran(one, answer)
      assert.ok(hit > 0)
      assert.equal(writes, [], shown)
      assert.is(code, 3, shown)
      assert.ok(guards.has('IncompleteRead') || guards.has('ControllerUnknown'), shown)
      assert.not.match(shown, /undefined|iterable|is not a function|JSON at position/)
    })
  }
}

test.run()
