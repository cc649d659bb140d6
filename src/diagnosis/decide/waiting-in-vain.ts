import { DEFINITIONS } from '../../api/definitions.ts'
import { NAME } from '../../api/object-ref.ts'
import { type ResourceType, resourceName } from '../../api/resource-type.ts'
import { factFrom, message } from '../../messages/sentence.ts'
import { wordsOf } from '../../statements/log/line.ts'
import { hasWord } from '../../statements/whole-word.ts'
import { says } from '../../statements/wording.ts'
import { logWords } from '../../statements/words/log.ts'
import { server } from '../../statements/words/server.ts'
import { type Case, living, removal } from '../dossier/dossier.ts'
import type { Heard, Logged } from '../dossier/log.ts'
import { isOfOwnController } from '../dossier/state.ts'
import { type Remedy, toInspect } from '../explanation.ts'
import { oneOfProduct } from '../obstacles/kind-in-error.ts'
import { LAST_LINES } from '../obstacles/logged-reference.ts'
import { standsIn } from '../references/named-missing.ts'
import { typeNamed } from '../references/reference.ts'
import { commandLine, namespaceFlag } from '../shell-quote.ts'
import { type Blocker, type CauseDraft, withCause } from '../stuck-object.ts'
import { workloadText } from '../workloads/workloads.ts'

/** What is waited for, and will not come by itself. */
type InVain = Pick<CauseDraft, 'summary' | 'evidence'> & { readonly key: string; readonly remedy: Remedy }

/** An open answer where the log says of the object that its controller waits for what will not come. */
export function waitingInVain(holding: Blocker, found: Case, { ofObject }: Heard): Blocker | undefined {
  const { cause } = holding
  const [who] = living(found)
  if (cause?.code !== 'CleanupInProgress' || !who || !isOfOwnController(found)) return undefined
  const last = ofObject.slice(-LAST_LINES).filter(({ means }) => means !== 'failing')
  const by = { workload: workloadText(who.workload), finalizer: found.finalizer }
  const told = neverMade(last, found, by) ?? ownerNeverSet(last, found, by)
  if (told === undefined) return undefined
  const { key, summary, remedy } = told
  const evidence = [...told.evidence, ...cause.evidence]
  const remedies: CauseDraft['remedies'] = (blocks, direct) => [remedy, ...cause.remedies(blocks, direct)]
  return withCause(holding, { key: `${cause.key}/${key}`, summary, evidence, remedies })
}

type By = { readonly workload: string; readonly finalizer: string }

/**
 * Another of its product, by kind, with the name in a field called so, and no namespace has that one
 * (pulumi/pulumi-kubernetes-operator#753).
 */
function neverMade(last: readonly Logged[], found: Case, by: By): InVain | undefined {
  const { held, context } = found
  const said = last.findLast(({ line }) => says('waiting', line.message))
  if (said === undefined) return undefined
  const nameOf = ({ kind }: ResourceType) => said.line.fields.get(kind.toLowerCase()) ?? said.line.fields.get(kind)
  const isSaid = ({ kind }: ResourceType) => hasWord(kind.toLowerCase())(said.line.message.toLowerCase())
  const type = oneOfProduct(found, each => nameOf(each) !== undefined && isSaid(each))
  if (type === undefined || resourceName(type) === held.ref.resource) return undefined
  const [resource, name] = [resourceName(type), nameOf(type)!.split('/').at(-1)!]
  const all = context.facts.read({ about: 'metadata', resource })
  // A number is an id sooner than a name (fluvio-community/fluvio#913).
  if (!NAME.test(name) || Number(name) >= 0 || all.state !== 'known' || all.value.some(meta => meta.name === name))
    return undefined
  const awaited = `${type.kind} ${name}`
  return {
    key: `awaited/${resource}/${name}`,
    summary: message('WaitsInVain', { ...by, awaited }),
    evidence: [factFrom(resource, 'NotFound', { resource, name }), said.evidence],
    remedy: toInspect(message('FindWhetherItComesBack', { awaited }), [commandLine('kubectl', 'get', resource, '-A')]),
  }
}

/** An owner of a kind of which none names the object in its spec (kubernetes-sigs/cluster-api#12796). */
function ownerNeverSet(last: readonly Logged[], { held, context }: Case, by: By): InVain | undefined {
  const said = last.findLast(({ line }) => logWords.has('owner to be set', line.message))
  const kind = said && logWords.find('owner to be set', said.line.message)[1]
  const type = kind ? typeNamed({ kind }, held, context.facts) : undefined
  if (said === undefined || type === undefined || held.owners.some(({ ref }) => ref.kind === kind)) return undefined
  const [resource, { name }] = [resourceName(type), held.ref]
  const namespace = type.namespaced ? held.ref.namespace : undefined
  const all = context.facts.read({ about: 'list', resource, namespace })
  if (all.state !== 'known' || all.value.some(({ spec }) => standsIn(spec, name))) return undefined
  const of = { kind: type.kind, object: `${held.ref.kind} ${name}`, namespace }
  const shown = commandLine('kubectl', 'get', resource, ...namespaceFlag(namespace))
  return {
    key: `owner/${resource}/${held.ref.uid}`,
    summary: message('OwnerNeverSet', { ...by, ...of }),
    evidence: [factFrom(resource, 'NamedByNone', of), said.evidence],
    remedy: toInspect(message('FindWhetherOwnerComes', of), [shown]),
  }
}

/**
 * A controller that crashes as the server refuses a create while a CRD is being deleted, where that of the object is,
 * which waits for the object: neither ends before the other (longhorn/longhorn#4258).
 */
export function crashingAtDefinition(holding: Blocker, found: Case, end: Logged | undefined): Blocker | undefined {
  const { held, context, finalizer } = found
  const { cause } = holding
  if (cause === undefined || holding.verdict !== 'stuck' || end === undefined) return undefined
  if (!server.has('definition closed', wordsOf(end.line).fact)) return undefined
  const definition = context.facts.read({ about: 'object', resource: DEFINITIONS, name: held.ref.resource })
  if (definition.state !== 'known' || definition.value.metadata.deletionTimestamp === undefined) return undefined
  const { name } = definition.value.metadata
  const of = { workload: workloadText(end.source.who.workload), finalizer, definition: name }
  return withCause(holding, {
    key: `${cause.key}/definition/${name}`,
    summary: message('CrashesAtDefinition', of),
    evidence: [end.evidence, factFrom('customresourcedefinitions', 'DefinitionBeingDeleted', of), ...cause.evidence],
    remedies: (_blocks, direct) => {
      const last = removal(found, direct)
      return [{ ...last, summary: message('DefinitionGoesWithLast', { remove: last.summary, ...of }) }]
    },
  })
}
