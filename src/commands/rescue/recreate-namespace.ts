import { NAMESPACE_TYPE } from '../../api/namespace-type.ts'
import type { KubeObject } from '../../api/object.ts'
import { refOf } from '../../api/object-ref.ts'
import { parseApiVersion, resourceName } from '../../api/resource-type.ts'
import { isFinished, type Step } from '../../change/outcome.ts'
import { readReferences } from '../../change/references.ts'
import { createAgain, restoreStatus } from '../../change/rescue/create-again.ts'
import { inCreationOrder, missingFrom, notCreated } from '../../change/rescue/namespace-content.ts'
import { hasStatusOf } from '../../change/rescue/plan-rescue.ts'
import type { Saved, Unit } from '../../change/rescue/rescue.ts'
import type { RescueTools } from '../../change/rescue/rescue-tools.ts'
import { rebind, restorePolicy, volumeSpecOf } from '../../change/rescue/volumes.ts'
import type { Discovery } from '../../cluster/discovery/discovered.ts'
import { readWhole } from '../../cluster/read-whole.ts'
import { DEFAULT_PAGE_SIZE } from '../../cluster/scan/scan.ts'
import { UsageError } from '../../exit-code.ts'
import { objectText, placedText } from '../../render/object-text.ts'
import { formatNamespaceRescue } from '../../render/rescue-namespace.ts'
import type { CommandContext, Session } from '../command.ts'
import { askConsent, consentWord, withoutConsent } from '../write/consent.ts'
import type { Finished } from '../write/finish.ts'
import { planOutput, showPlace } from '../write/plan-output.ts'
import { toolsFor } from '../write/tools-for.ts'
import type { WriteOptions } from '../write/write-flags.ts'
import { readFolder } from './read-folder.ts'

/**
 * Creates a namespace again from the folder in which it was kept: the Namespace, then its content, each after what it hangs
 * on; claims are bound to the volumes that they had. One object that fails stops no other. What is there already stays as it
 * is, so that it can be run again.
 */
export async function recreateNamespace(
  name: string,
  folder: string,
  options: WriteOptions,
  { transport }: Session,
  discovery: Discovery,
  context: CommandContext,
): Promise<Finished> {
  const objects = await readFolder(folder)
  const own = objects.find(each => each.kind === 'Namespace' && each.apiVersion === 'v1')
  if (own?.metadata.name !== name) {
    const what = own === undefined ? 'no namespace' : `namespace ${own.metadata.name}`
    throw new UsageError(`the backups in ${folder} are of ${what}`)
  }
  const ref = refOf(NAMESPACE_TYPE, own.metadata)
  const now = await readWhole(transport, NAMESPACE_TYPE, { name }, context.signal)
  if (now?.metadata.deletionTimestamp !== undefined) {
    const message = 'it is still being deleted; kubectl finalize namespace ends it'
    return { steps: [{ ref, action: 'Create', result: 'refused', message }] }
  }
  const known = objects.flatMap(object => typed(object, discovery))
  const volumes = known.filter(({ type }) => resourceName(type) === 'persistentvolumes')
  const content = inCreationOrder(known.filter(({ object }) => object.metadata.namespace === name))
  const uids = new Set(content.map(({ object }) => object.metadata.uid))
  const left = content.flatMap(each => {
    const why = notCreated(each, uids)
    return why === undefined ? [] : [{ each, why }]
  })
  const created = content.filter(each => !left.some(other => other.each === each))
  const unserved = objects.filter(object => object !== own && typed(object, discovery).length === 0)
  const output = planOutput(options, context)
  showPlace(options, context)
  const parts = [
    ['creates', created.map(({ object }) => textOf(object)), 'object'],
    ['leaves', left.map(({ each, why }) => `${textOf(each.object)}: ${why}`), 'object'],
    ['cannot', unserved.map(object => `${textOf(object)}: the server does not serve ${object.apiVersion}`), 'object'],
    ['gone', missingFrom(content, volumes), 'object'],
  ] as const
  const title = `${placedText({ kind: 'Namespace', name })}: creates it again, with what was kept of it`
  output.write(formatNamespaceRescue(title, parts, output.columns))
  const failed = unserved.map((object): Step => {
    const { group } = parseApiVersion(object.apiVersion)
    const resource = `${object.kind.toLowerCase()}s${group === '' ? '' : `.${group}`}`
    const { name, namespace, uid } = object.metadata
    const ref = {
      apiVersion: object.apiVersion,
      kind: object.kind,
      resource,
      name,
      uid,
      ...(namespace && { namespace }),
    }
    const message = `no matches for kind "${object.kind}" in version "${object.apiVersion}"`
    return { ref, action: 'Create', result: 'failed', message }
  })
  const planned = [{ type: NAMESPACE_TYPE, object: own }, ...created]
  if (options.dryRun !== 'none') {
    const steps = planned.map((each): Step => ({ ref: refTo(each), action: 'Create', result: 'planned' }))
    return { steps: [...steps, ...failed] }
  }
  const word = consentWord([name])
  const consent = await askConsent(`Create ${placedText(ref)} with its content`, word, options.yes, context)
  if (consent === 'interrupted') return { steps: [], interrupted: true }
  if (consent !== 'given')
    return { steps: [{ ref, action: 'Create', result: 'refused', message: withoutConsent(consent, word) }] }
  const tools: RescueTools = { ...(await toolsFor(options, 1, transport, context)), findDependents: async () => [] }
  const steps = [...(await inOrder(planned, volumes, tools, discovery)), ...failed]
  return { steps, interrupted: context.signal.aborted }
}

async function inOrder(
  planned: readonly Saved[],
  volumes: readonly Saved[],
  tools: RescueTools,
  discovery: Discovery,
): Promise<readonly Step[]> {
  const steps: Step[] = []
  const uids = new Map<string, string>()
  const source = { transport: tools.transport, discovery, pageSize: DEFAULT_PAGE_SIZE, signal: tools.signal }
  for (const each of planned) {
    if (tools.signal.aborted) {
      steps.push({
        ref: refTo(each),
        action: 'Create',
        result: 'skipped',
        message: 'interrupted before it was created',
      })
      continue
    }
    const { uid } = each.object.metadata
    const volume = volumes.find(({ object }) => volumeSpecOf(object).claimRef?.uid === uid)
    if (volume !== undefined) steps.push(await rebind(volume, uid, tools))
    const references = await readReferences(tools.transport, each.type, each.object, discovery, tools.signal)
    const lostUids = references.filter(({ uid, exists }) => exists !== true && !uids.has(uid)).map(({ uid }) => uid)
    const unit: Unit = { ...each, dependents: [], lostUids, hasStatus: await hasStatusOf(each, [], source) }
    const step = await createAgain(unit, [], uids, tools)
    steps.push(step)
    if (!isFinished(step)) {
      if (each.type === NAMESPACE_TYPE) return steps
      continue
    }
    uids.set(uid, step.ref.uid)
    if (unit.hasStatus) steps.push(await restoreStatus(unit, step.ref.uid, tools))
    if (volume !== undefined) steps.push(await restorePolicy(volume, tools))
  }
  return steps
}

function typed(object: KubeObject, { types }: Discovery): readonly Saved[] {
  const { group, version } = parseApiVersion(object.apiVersion)
  const type = types.find(each => each.group === group && each.version === version && each.kind === object.kind)
  return type === undefined ? [] : [{ type, object }]
}

function refTo({ type, object }: Saved) {
  return refOf(type, object.metadata)
}

function textOf({ kind, metadata: { name } }: KubeObject): string {
  return objectText({ kind, name })
}
