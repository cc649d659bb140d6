import { itemsOf } from '../../api/fact.ts'
import { resourceName } from '../../api/resource-type.ts'
import { message } from '../../messages/sentence.ts'
import { recordOf } from '../../statements/statement.ts'
import { domainOf, isOfDomain } from '../controller/identity.ts'
import type { Case } from '../dossier/dossier.ts'
import { textAt } from '../drains/drain-holding.ts'
import { type Clue, clueOf, toInspect } from '../explanation.ts'
import { terminatingAt } from '../protections/told-awaited.ts'
import { referenceAt } from '../references/reference-in-field.ts'
import { explainCommand } from '../shell-quote.ts'
import { heldNow, isCustom, type RuleContext, type StuckObject } from '../stuck-object.ts'
import { terminatingBy } from '../terminating-by.ts'

/** That the object's Node is gone, so that only its machine may be left (Azure/karpenter-provider-azure#525). */
export function machineLeft({ held, reports: { whole }, context: { facts } }: Case): Clue | undefined {
  const [node, machine] = [textAt(whole, 'status.nodeName'), textAt(whole, 'status.providerID')]
  // The Nodes of a machine of a cluster may be in that one.
  const isElsewhere = Object.keys(whole?.spec ?? {}).some(field => field.toLowerCase().includes('cluster'))
  if (!isCustom(held) || node === undefined || machine === undefined || isElsewhere) return undefined
  const nodes = facts.read({ about: 'metadata', resource: 'nodes' })
  if (nodes.state !== 'known' || nodes.value.some(({ name }) => name === node)) return undefined
  const fact = message('NodeOfMachineGone', { node, machine })
  return clueOf(`machine/${held.ref.uid}`, fact, fact, 'nodes', toInspect(message('SeeThatMachineIsGone', { machine })))
}

/** What the controller deletes itself: the composite of a claim, the infrastructure of a machine. */
const PARTS: ReadonlySet<string> = new Set(['resourceRef', 'infrastructureRef', 'controlPlaneRef', 'dataVolumeRef'])

/** That this is being deleted, too, where one controller alone holds the object (crossplane/crossplane#2435). */
export function endingPart({ held, reports: { whole }, context }: Case): Clue | undefined {
  const walk = { held, facts: context.facts, found: [], unserved: [] }
  const spec = held.finalizers.length === 1 ? (recordOf(whole?.spec) ?? {}) : {}
  const parts = Object.entries(spec).flatMap(([field, value]) => {
    const named = PARTS.has(field) && referenceAt(value, field, `spec.${field}`, walk, undefined)
    const part = named && terminatingAt(named, context)
    return part ? [{ part, path: named.path }] : []
  })
  const [found] = [...parts, ...clusterOf(spec, held, context), ...namesakeOf(held, context)]
  if (found === undefined) return undefined
  const { ref } = found.part
  const part = `${ref.kind} ${ref.name}`
  const remedy = toInspect(message('SeeWhyPartStays', { part }), [explainCommand(ref)])
  const fact = message('PartIsEnding', { part, path: found.path, isCluster: found.path === 'spec.clusterName' })
  return clueOf(`part/${ref.uid}`, fact, fact, found.path, remedy)
}

/** The cluster in which its controller is to clean up, of whichever product (projectsveltos/addon-controller#710). */
function clusterOf(spec: object, { ref, meta }: StuckObject, context: RuleContext) {
  const { clusterName, clusterNamespace = ref.namespace } = spec as Readonly<Record<string, unknown>>
  const all = typeof clusterName === 'string' ? terminatingBy('name', clusterName, context) : []
  const clusters = all.filter(
    each =>
      each.ref.kind.endsWith('Cluster') &&
      each.ref.namespace === clusterNamespace &&
      !meta.ownerReferences?.some(({ uid }) => uid === each.ref.uid),
  )
  const part = clusters.find(each => each.ref.kind === 'Cluster') ?? (clusters.length === 1 ? clusters[0] : undefined)
  return part === undefined ? [] : [{ part, path: 'spec.clusterName' }]
}

/**
 * The Namespace of its name that by a label is its product's, whether it is asked for or not
 * (kubernetes-retired/hierarchical-namespaces#200, kubernetes-retired/multi-tenancy#1130).
 */
function namesakeOf({ ref, type }: StuckObject, context: RuleContext) {
  const namespaces = context.facts.types.find(each => resourceName(each) === 'namespaces')
  if (!isCustom({ type }) || namespaces === undefined || ref.name === ref.namespace) return []
  const isOfProduct = (key: string) => isOfDomain(type.group, domainOf(key))
  return itemsOf(context.facts.read({ about: 'metadata', resource: 'namespaces' }))
    .filter(({ name, deletionTimestamp }) => name === ref.name && deletionTimestamp !== undefined)
    .filter(meta => Object.keys({ ...meta.labels, ...meta.annotations }).some(isOfProduct))
    .map(meta => ({ part: heldNow(namespaces, meta, context), path: 'metadata.name' }))
}
