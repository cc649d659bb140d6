import type { V1Pod, V1PodSpec } from '@kubernetes/client-node'
import { isTrue } from '../../api/condition.ts'
import { largest } from '../../api/long-lists.ts'
import type { KubeObject } from '../../api/object.ts'
import { factFrom, message } from '../../messages/sentence.ts'
import { admission } from '../../statements/words/admission.ts'
import { type Evidence, type Remedy, toRepair } from '../explanation.ts'
import type { Facts } from '../facts.ts'
import { answererOf, type Called } from '../service/answerer.ts'
import { commandLine, targetOf } from '../shell-quote.ts'
import { templateOf, type Workload, workloadText } from '../workloads/workloads.ts'
import { selectedBy } from './no-answer.ts'

/** cert-manager/cert-manager:pkg/apis/certmanager/v1/types_certificate.go */
interface Certificate extends KubeObject {
  readonly spec?: { readonly secretName?: string }
  readonly status?: { readonly notBefore?: string; readonly notAfter?: string }
}

/**
 * Shows that a certificate is served from before its renewal, which a restart fixes: the API server does not accept it
 * (`why`), and the Secret that all Pods mount has a valid one that cert-manager issued after they started. undefined if
 * that is not shown, or not answered yet.
 */
export function oldCertificate(
  called: Called,
  why: string,
  facts: Facts,
): { readonly evidence: Evidence; readonly remedy: Remedy } | undefined {
  const { service, isSilent } = answererOf(called, facts)
  const isKnownType = facts.types.some(({ group, plural }) => group === 'cert-manager.io' && plural === 'certificates')
  if (!admission.has('bad certificate', why) || service === undefined || isSilent || !isKnownType) return undefined
  const { namespace, name } = service
  const found = facts.read({ about: 'object', resource: 'services', namespace, name })
  const issued = facts.read({ about: 'list', resource: 'certificates.cert-manager.io', namespace })
  const { selector = {} } = (found.state === 'known' ? found.value.spec : {}) as { selector?: Record<string, string> }
  if (issued.state !== 'known' || Object.keys(selector).length === 0) return undefined
  const { workloads, pods } = selectedBy(service, selector, facts)
  const [workload, ...others] = workloads
  // When its containers started, in ms.
  const starts = pods.flatMap(pod =>
    ((pod.status as V1Pod['status'])?.containerStatuses ?? []).flatMap(({ state }) => {
      const at = Date.parse(String(state?.running?.startedAt))
      return Number.isNaN(at) ? [] : [at]
    }),
  )
  if (workload === undefined || others.length > 0 || starts.length === 0) return undefined
  const lastStart = largest(starts)
  const renewed = (issued.value as readonly Certificate[]).find(
    each => isMounted(each, workload) && isValid(each, facts.now) && Date.parse(each.status!.notBefore!) > lastStart,
  )
  if (renewed === undefined) return undefined
  const text = workloadText(workload)
  const of = { certificate: `${namespace}/${renewed.metadata.name}`, workload: text, at: renewed.status!.notBefore! }
  const restart = commandLine('kubectl', 'rollout', 'restart', targetOf(workload), '-n', namespace)
  return {
    evidence: factFrom('certificates.cert-manager.io', 'CertificateRenewed', of),
    remedy: toRepair(message('RestartForCertificate', { workload: text }), [restart], 'low'),
  }
}

function isMounted({ spec }: Certificate, { object }: Workload): boolean {
  const { volumes = [] } = (templateOf(object)?.spec ?? {}) as Partial<V1PodSpec>
  return spec?.secretName !== undefined && volumes.some(({ secret }) => secret?.secretName === spec.secretName)
}

function isValid(certificate: Certificate, now: Date): boolean {
  const { notBefore, notAfter = '' } = certificate.status ?? {}
  return isTrue(certificate, 'Ready') && notBefore !== undefined && Date.parse(notAfter) > now.getTime()
}
