import type { ObjectRefOrSubject, Remedy } from '../explanation.ts'
import type { Facts } from '../facts.ts'
import type { Held } from '../held.ts'
import { toInspect } from '../remedy.ts'
import { commandLine } from '../shell-quote.ts'
import { conditionedWebhook, letPass, showConfiguration } from './let-pass.ts'
import { allWebhooks } from './webhook.ts'

/** Who refuses, where only the server's words tell. */
export interface Refuser {
  readonly subject: ObjectRefOrSubject
  readonly remedies: readonly Remedy[]
}

/** What was refused: of it only the namespace counts. */
interface Placed {
  readonly ref: Pick<Held['ref'], 'namespace'>
}

interface Row {
  readonly words: RegExp
  readonly find: (match: RegExpExecArray, held: Placed, facts: Facts) => Refuser | 'pending' | undefined
  /** Where the words were read. */
  readonly source: string
}

/** Plugins of admission that name neither a webhook nor a policy; one line for each. */
const ROWS: readonly Row[] = [
  {
    words: /exceeded quota: ([^\s,]+),/,
    find: quota,
    source: 'kubernetes/kubernetes:staging/src/k8s.io/apiserver/pkg/admission/plugin/resourcequota/controller.go',
  },
  {
    words: /violates PodSecurity "/,
    find: podSecurity,
    source: 'kubernetes/kubernetes:staging/src/k8s.io/pod-security-admission/admission/admission.go',
  },
  {
    words: /(?:maximum|minimum) [\w.\-/ ]+ per \w+ is /,
    find: limitRange,
    source: 'kubernetes/kubernetes:plugin/pkg/admission/limitranger/admission.go',
  },
  {
    words: /expression '(.*)/s,
    find: matchCondition,
    source:
      'kubernetes/kubernetes:staging/src/k8s.io/apiserver/pkg/admission/plugin/webhook/matchconditions/matcher.go',
  },
]

/** Who refuses a request for an object, by the words of the refusal; undefined: no row knows them. */
export function refuserOf(words: string, held: Placed, facts: Facts): Refuser | 'pending' | undefined {
  for (const row of ROWS) {
    const match = row.words.exec(words)
    const found = match === null ? undefined : row.find(match, held, facts)
    if (found !== undefined) return found
  }
  return undefined
}

function quota([, name]: RegExpExecArray, { ref }: Placed): Refuser | undefined {
  if (ref.namespace === undefined || name === undefined) return undefined
  return inNamespace(
    'ResourceQuota',
    'resourcequotas',
    name,
    ref.namespace,
    'see what is used; raise the quota, or delete what uses it',
  )
}

function podSecurity(_match: RegExpExecArray, { ref }: Placed): Refuser | undefined {
  if (ref.namespace === undefined) return undefined
  const subject = { kind: 'Namespace', name: ref.namespace }
  return { subject, remedies: [inspect('see the level that its labels enforce', 'namespace', ref.namespace)] }
}

/** The words do not name it: the only one there is. */
function limitRange(_match: RegExpExecArray, { ref }: Placed, facts: Facts): Refuser | 'pending' | undefined {
  if (ref.namespace === undefined) return undefined
  const ranges = facts.read({ about: 'list', resource: 'limitranges', namespace: ref.namespace })
  if (ranges.state === 'pending') return 'pending'
  const [only, ...more] = ranges.state === 'known' ? ranges.value : []
  if (only === undefined || more.length > 0) return undefined
  return inNamespace('LimitRange', 'limitranges', only.metadata.name, ref.namespace, 'see its limits, and change them')
}

const FAILED = "' resulted in error: "

/** A condition that cannot be evaluated, of a webhook that must not fail. A condition that leaves the object out goes before. */
function matchCondition([, said = '']: RegExpExecArray, _held: Placed, facts: Facts): Refuser | 'pending' | undefined {
  if (!said.includes(FAILED)) return undefined
  const { state, webhooks } = allWebhooks(facts)
  if (state === 'pending') return 'pending'
  const found = webhooks.find(({ webhook }) =>
    (webhook.matchConditions ?? []).some(({ expression }) => said.startsWith(`${expression}${FAILED}`)),
  )
  if (found === undefined) return undefined
  const { configuration } = found
  return {
    subject: configuration,
    remedies: [
      showConfiguration(configuration, `correct the matchConditions of ${found.webhook.name}`),
      letPass(conditionedWebhook(found), `or have ${found.webhook.name} ignore objects that are being deleted`),
    ],
  }
}

function inNamespace(kind: string, resource: string, name: string, namespace: string, summary: string): Refuser {
  return { subject: { kind, namespace, name }, remedies: [inspect(summary, resource, name, '-n', namespace)] }
}

function inspect(summary: string, ...object: readonly string[]): Remedy {
  return toInspect(summary, [commandLine('kubectl', 'describe', ...object)])
}
