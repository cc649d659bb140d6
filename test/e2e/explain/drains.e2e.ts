import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import type { Thing } from '../rig/api.ts'
import { createNode, podDraft } from '../rig/node.ts'
import { api, kubectlAvailable, namespace, run, target } from '../rig/rig.ts'
import { carryOut } from './carry-out.ts'
import { explained } from './explained-e2e.ts'

const test = suite('explain of drains')
// The printed commands are carried out with the stock kubectl.
const withKubectl = kubectlAvailable() ? test : test.skip

const FINALIZER = 'karpenter.sh/termination'

/** A Node as Karpenter keeps it, which is fake, and a ready Pod on it. */
async function setup(place: string, annotations: Record<string, string> = {}): Promise<{ node: Thing; pod: Thing }> {
  const node = await createNode('True')
  await api.patch(node, { metadata: { finalizers: [FINALIZER] } })
  const metadata = { labels: { app: 'web' }, annotations }
  const pod = await api.create(podDraft('web', place, { node, metadata }))
  await runs({ node, pod })
  return { node, pod }
}

/**
 * What a kubelet reports, which has to be said again: of a node without a heartbeat for 40 seconds the node controller says
 * that its Pods are not ready.
 */
async function runs({ node, pod }: { node: Thing; pod: Thing }): Promise<void> {
  const time = new Date().toISOString().replace(/\.\d+/, '')
  const ready = { type: 'Ready', status: 'True', lastHeartbeatTime: time, lastTransitionTime: time }
  await api.patch(node, { status: { conditions: [ready] } }, { subresource: '/status' })
  const conditions = [{ type: 'Ready', status: 'True', lastTransitionTime: time }]
  await api.patch(pod, { status: { phase: 'Running', conditions } }, { subresource: '/status' })
}

/** The disruption controller of the sandbox, which has none: what the real one would write. */
async function allow(budget: Thing, disruptionsAllowed: number): Promise<void> {
  if (target().name === 'sandbox') {
    const status = { disruptionsAllowed, currentHealthy: 1, desiredHealthy: 1 - disruptionsAllowed, expectedPods: 1 }
    await api.patch(budget, { status }, { subresource: '/status' })
  }
  await api.waitFor(
    budget,
    ({ status }) => status?.expectedPods === 1 && status.disruptionsAllowed === disruptionsAllowed,
  )
}

async function end({ node, pod }: { node: Thing; pod: Thing }): Promise<void> {
  await api.patch(node, { metadata: { finalizers: null } }).catch(() => undefined)
  await api.delete(node).catch(() => undefined)
  await api.delete(pod, { gracePeriodSeconds: 0 }).catch(() => undefined)
}

const held = (node: Thing) => [`nodes/${node.metadata.name}`]

withKubectl(
  'a budget that lets no Pod go: it is named, ControllerAlive refuses, and the command lets the drain go on',
  async () => {
    const place = await namespace()
    const made = await setup(place)
    try {
      const budget = await api.create({
        apiVersion: 'policy/v1',
        kind: 'PodDisruptionBudget',
        metadata: { name: 'web', namespace: place },
        spec: { minAvailable: 1, selector: { matchLabels: { app: 'web' } } },
      })
      await allow(budget, 0)
      await api.delete(made.node)
      const answer = await explained(held(made.node))
      const [cause] = answer.causes
      assert.equal(
        [answer.causes.length, cause!.code, cause!.subject.kind, cause!.subject.name],
        [1, 'DrainBlocked', 'PodDisruptionBudget', 'web'],
      )
      assert.is(answer.object('Node', made.node.metadata.name).verdict, 'stuck')
      assert.equal(
        cause!.blocks.map(({ uid }) => uid),
        [made.node.metadata.uid],
      )
      const refused = await run(['remove', ...held(made.node), '--finalizer', FINALIZER, '--yes', '-o', 'json'])
      assert.equal([refused.code, JSON.parse(refused.stdout).steps[0].guard], [3, 'ControllerAlive'])
      await carryOut(cause!.remedies.at(-1)!.commands[0]!)
      await runs(made)
      await allow(budget, 1)
      assert.not.ok((await explained(held(made.node))).causes.some(({ code }) => code === 'DrainBlocked'))
    } finally {
      await end(made)
    }
  },
)

withKubectl('a Pod that asks not to be disturbed: it is named, and the command takes that back', async () => {
  const place = await namespace()
  const made = await setup(place, { 'karpenter.sh/do-not-disrupt': 'true' })
  try {
    await api.delete(made.node)
    const [cause, ...others] = (await explained(held(made.node))).causes
    assert.equal(
      [others.length, cause!.code, cause!.subject.kind, cause!.subject.name],
      [0, 'DrainBlocked', 'Pod', 'web'],
    )
    await carryOut(cause!.remedies[0]!.commands[0]!)
    assert.not.ok((await explained(held(made.node))).causes.some(({ code }) => code === 'DrainBlocked'))
  } finally {
    await end(made)
  }
})

test.run()
