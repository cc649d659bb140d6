import type { Fact } from '../../api/fact.ts'
import type { KubeObject } from '../../api/object.ts'
import { once } from '../facts.ts'
import type { RuleContext, StuckObject } from '../stuck-object.ts'

/** As many terminating Pods of one namespace are read one by one; more are cheaper to read by one list. */
const MAX_SINGLE_READS = 10

/** A terminating Pod with its spec and status; absent when this very Pod (by uid) is gone since the survey. */
export function wholePod({ ref }: StuckObject, context: RuleContext): Fact<KubeObject> {
  const pod = readPod(ref.namespace ?? '', ref.name, context)
  return pod.state === 'known' && pod.value.metadata.uid !== ref.uid ? { state: 'absent' } : pod
}

function readPod(namespace: string, name: string, context: RuleContext): Fact<KubeObject> {
  const { facts } = context
  const single = { about: 'object', resource: 'pods', namespace, name } as const
  if ((terminatingPods(context).get(namespace) ?? 0) <= MAX_SINGLE_READS) return facts.read(single)
  const list = facts.read({ about: 'list', resource: 'pods', namespace })
  // Who may not list may be allowed to get.
  if (list.state === 'unreadable') return facts.read(single)
  if (list.state !== 'known') return list
  const byName = once(facts, `pods of ${namespace}`, () => new Map(list.value.map(pod => [pod.metadata.name, pod])))
  const pod = byName.get(name)
  return pod === undefined ? { state: 'absent' } : { state: 'known', value: pod }
}

function terminatingPods({ facts, terminating }: RuleContext): ReadonlyMap<string, number> {
  return once(facts, 'terminating pods', () => {
    const counts = new Map<string, number>()
    for (const { ref } of terminating.values()) {
      if (ref.resource !== 'pods') continue
      counts.set(ref.namespace ?? '', (counts.get(ref.namespace ?? '') ?? 0) + 1)
    }
    return counts
  })
}
