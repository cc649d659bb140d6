import { DEFINITIONS } from '../../api/definitions.ts'
import { NAME } from '../../api/object-ref.ts'
import { type ResourceType, resourceName } from '../../api/resource-type.ts'
import { factFrom, message } from '../../messages/sentence.ts'
import { wordsOf } from '../../statements/log/line.ts'
import { hasWord } from '../../statements/whole-word.ts'
import { says } from '../../statements/wording.ts'
import { server } from '../../statements/words/server.ts'
import { type Case, living, removal } from '../dossier/dossier.ts'
import type { Heard, Logged } from '../dossier/log.ts'
import { isOfOwnController } from '../dossier/state.ts'
import { toInspect } from '../explanation.ts'
import { oneOfProduct } from '../obstacles/kind-in-error.ts'
import { LAST_LINES } from '../obstacles/logged-reference.ts'
import { commandLine } from '../shell-quote.ts'
import { type Blocker, withCause } from '../stuck-object.ts'
import { workloadText } from '../workloads/workloads.ts'

/**
 * An open answer where the log says of the object that its controller waits for another of its product, by kind, with
 * the name in a field called so, and no namespace has that one (pulumi/pulumi-kubernetes-operator#753).
 */
export function waitingInVain(holding: Blocker, found: Case, { ofObject }: Heard): Blocker | undefined {
  const { held, context, finalizer } = found
  const { cause } = holding
  const [who] = living(found)
  const said = ofObject.slice(-LAST_LINES).findLast(({ line }) => says('waiting', line.message))
  if (cause?.code !== 'CleanupInProgress' || !who || said === undefined || !isOfOwnController(found)) return undefined
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
  const shown = commandLine('kubectl', 'get', resource, '-A')
  const remedy = toInspect(message('FindWhetherItComesBack', { awaited }), [shown])
  return withCause(holding, {
    key: `${cause.key}/awaited/${resource}/${name}`,
    summary: message('WaitsInVain', { workload: workloadText(who.workload), finalizer, awaited }),
    evidence: [factFrom(resource, 'NotFound', { resource, name }), said.evidence, ...cause.evidence],
    remedies: (blocks, direct) => [remedy, ...cause.remedies(blocks, direct)],
  })
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
