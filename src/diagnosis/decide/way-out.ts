import type { KubeObject } from '../../api/object.ts'
import { valuesAt } from '../../api/values-at.ts'
import { factFrom, message } from '../../messages/sentence.ts'
import { concerns } from '../catalogue/kinds.ts'
import { knownOf } from '../catalogue/known.ts'
import { type OtherField, type Setting, type WayOut, waysOut } from '../catalogue/ways-out.ts'
import type { Case } from '../dossier/dossier.ts'
import { hasStatus } from '../dossier/state.ts'
import { type CauseCode, type Remedy, toInspect, toRepair } from '../explanation.ts'
import { once } from '../facts.ts'
import { fieldIs } from '../inventories/entries.ts'
import { leaksOf } from '../leaks.ts'
import { namespaceBeingEmptied } from '../namespaces/terminating-namespaces.ts'
import { policies } from '../policy.ts'
import { commandLine, namespaceFlag, shellQuote } from '../shell-quote.ts'
import {
  type Blocker,
  type CauseDraft,
  type DirectlyHeld,
  type RuleContext,
  type StuckObject,
  wholeOf,
  withCause,
} from '../stuck-object.ts'
import { EARLY_SECONDS } from '../thresholds.ts'

/** Of a project, or of the finalizer's entry. */
type Way = Omit<WayOut, 'finalizers'>

/**
 * The holding with what the CRD says of the finalizer, and its product's remedies: uninstaller or its confirmation
 * first, but not of what is only missing, a setting that lets the object go after the repair, and what a lost one would
 * have done before the removal.
 */
export function withWayOut(holding: Blocker, found: Case): Blocker {
  const { context, search, known } = found
  const { cause, verdict } = holding
  const homes = new Set(search.candidates.map(({ workload }) => workload.namespace))
  if (cause === undefined) return holding
  const kept = cause.code === 'CleanupFailing' && !cause.isGone ? settingOf(found) : undefined
  const ofKept = kept === undefined ? [] : [factFrom(kept.path, 'IsSetToStay', kept)]
  const evidence = [...ofKept, ...cause.evidence, ...known.evidence]
  if (verdict === 'progressing') return withCause(holding, { evidence })
  const remedies: CauseDraft['remedies'] = (blocks, direct) => {
    // One cause holds objects of several products, where one controller looks after them.
    const offered = direct.map(held => ({ held, ways: waysFor(held, cause.code, homes, context) }))
    const ways = [...new Set(offered.flatMap(each => each.ways))]
    const told = (by: WayOut['by']) =>
      ways
        .filter(way => way.by === by)
        .flatMap(way => {
          const own = offered.filter(each => each.ways.includes(way)).map(({ held }) => held)
          const remedies = remedyOf(way, own, context)
          return cause.isGone ? remedies.map(each => ({ ...each, leaks: [] })) : remedies
        })
    const own = cause.remedies(blocks, direct).map(each => (kept === undefined ? each : asSet(each, kept)))
    const isLast = ({ kind }: Remedy) => kind === 'remove'
    const retries = told('retry')
    const repairs = own.filter(each => !isLast(each)).map(each => (retries.length === 0 ? each : untilAsked(each)))
    // What deletes more than it has to comes after what keeps it.
    const isRepairFirst = cause.code === 'ControllerMissing' && !repairs.some(({ risk }) => risk === 'high')
    const first = isRepairFirst ? [repairs, told('uninstall')] : [told('uninstall'), repairs]
    return [...first.flat(), ...retries, ...told('release'), ...told('by hand'), ...own.filter(isLast)]
  }
  return withCause(holding, { key: kept ? `${cause.key}/set/${kept.path}` : cause.key, evidence, remedies })
}

/** What lets the object go without what it stands for, and is set already (k8s-config-connector#145). */
function settingOf({ held, finalizer, context }: Case): { readonly path: string; readonly value: string } | undefined {
  const whole = wholeOf(held, context)
  for (const { by, set } of whole === undefined ? [] : allWays(held, finalizer, context)) {
    if (by !== 'release' || set === undefined || 'of' in set || 'clear' in set) continue
    const path = 'annotation' in set ? `metadata.annotations["${set.annotation}"]` : `spec.${set.field}`
    const values = 'annotation' in set ? [whole?.metadata.annotations?.[set.annotation]] : valuesAt(whole, path)
    const others = 'where' in set ? set.where : []
    if (values.includes(set.value) && others?.every(other => holds(other, whole!)) !== false)
      return { path, value: String(set.value) }
  }
  return undefined
}

/** To end what the error names would let its controller delete what is to stay; a removal does what was asked for. */
function asSet(remedy: Remedy, { path }: { readonly path: string }): Remedy {
  const { kind, summary: next, commands } = remedy
  if (kind === 'remove') return { ...remedy, summary: message('RemoveAsSet', { path, next }) }
  return kind === 'repair' ? toInspect(message('FindWhyItDoesNotStay', { path }), commands) : remedy
}

/** What a controller that gave up makes of a repair: nothing, before it is asked to try again. */
function untilAsked(remedy: Remedy): Remedy {
  return remedy.kind === 'repair' ? { ...remedy, summary: message('OnlyWhenAsked', { next: remedy.summary }) } : remedy
}

function allWays(held: StuckObject, finalizer: string, context: RuleContext): readonly Way[] {
  const { entry } = knownOf(held, finalizer, context)
  const isFor = ({ kinds }: Pick<Way, 'kinds'>) => kinds === undefined || concerns(kinds, held.ref.resource)
  const find = () => waysOut(context.catalogue.rows.waysOut, finalizer, held.ref.resource)
  const shared = once(context.facts, `ways out of ${held.ref.resource} ${finalizer}`, find)
  return [...new Set<Way>([...shared, ...(entry?.waysOut ?? []).filter(isFor)])]
}

function waysFor(held: DirectlyHeld, code: CauseCode, homes: ReadonlySet<string>, context: RuleContext) {
  const { heldBy, ref, ageSeconds = 0 } = held
  if (heldBy === undefined) return []
  const isLate = policies[code].runs && ageSeconds >= EARLY_SECONDS
  // Only where the product itself goes: an object of it in another namespace that goes is no reason to end all of it.
  const isAtHome = policies[code].runs && homes.has(ref.namespace ?? '')
  const goes = code === 'ControllerMissing' || (isAtHome && namespaceBeingEmptied(ref.namespace, context) !== undefined)
  const failing = code === 'CleanupFailing' || code === 'ReferenceMissing'
  const fits = { uninstall: goes, release: isLate, 'by hand': code === 'ControllerMissing', retry: failing }
  const whole = wholeOf(held, context)
  const isSo = (when: Way['when']) => when === undefined || (whole && when.some(test => fieldIs(test, whole)))
  return allWays(held, heldBy, context).filter(({ by, when }) => fits[by] && isSo(when))
}

function remedyOf(way: Way, own: readonly DirectlyHeld[], context: RuleContext): readonly Remedy[] {
  const { project, summary, risk, set } = way
  const commands = set === undefined ? runs(way.commands ?? [], own) : settings(set, own, context)
  // A CRD tells in words alone what is no setting of the object itself.
  const isWords = set === undefined && way.commands === undefined
  if (commands.length === 0 && !isWords) return []
  const leaks =
    way.by !== 'release' ? [] : own.flatMap(held => wholeOf(held, context) ?? []).flatMap(each => leaksOf(each))
  const what = typeof summary === 'string' ? `${project}: ${summary}` : summary
  return [toRepair(what, commands, risk, [...new Set(leaks)])]
}

function runs(commands: readonly string[], direct: readonly DirectlyHeld[]): readonly string[] {
  const all = direct.flatMap(({ ref: { namespace = '', name } }) =>
    commands.map(command =>
      command.replace('NAMESPACE', () => shellQuote(namespace)).replace('NAME', () => shellQuote(name)),
    ),
  )
  return [...new Set(all)]
}

/** One command for the objects of one namespace that do not have it yet; none where what it is set on is not there. */
function settings(set: Setting, direct: readonly DirectlyHeld[], context: RuleContext): readonly string[] {
  if ('of' in set) {
    const namespaces = [...new Set(direct.map(({ ref }) => ref.namespace))]
    return namespaces.flatMap(namespace => {
      const other = context.facts.read({ about: 'object', resource: set.of, namespace, name: set.name })
      if (other.state !== 'known' || other.value[set.field] === set.value) return []
      return [patch(set.of, [set.name], namespace, { [set.field]: set.value })]
    })
  }
  const open = direct.filter(held => isOpen(set, wholeOf(held, context)))
  return [...Map.groupBy(open, ({ ref }) => `${ref.resource} ${ref.namespace ?? ''}`).values()].map(same => {
    const [{ ref }] = same as [DirectlyHeld]
    const names = [...new Set(same.map(each => each.ref.name))]
    const isPart = 'clear' in set && set.clear.startsWith('status') && hasStatus(same[0]!, context.facts)
    const part = isPart ? ['--subresource=status'] : []
    if ('clear' in set) return patch(ref.resource, [...names, ...part], ref.namespace, cleared(set.clear))
    if ('field' in set) return patch(ref.resource, names, ref.namespace, { spec: { [set.field]: set.value } })
    const object = [ref.resource, ...names, ...namespaceFlag(ref.namespace)]
    return commandLine('kubectl', 'annotate', ...object, `${set.annotation}=${set.value}`, '--overwrite')
  })
}

function isOpen(set: Exclude<Setting, { readonly of: string }>, whole: KubeObject | undefined): boolean {
  if (whole === undefined) return false
  if ('annotation' in set) return whole.metadata.annotations?.[set.annotation] !== set.value
  if ('clear' in set) return valuesAt(whole, set.clear).length > 0
  const value = ((whole.spec ?? {}) as Record<string, unknown>)[set.field]
  if (!(set.where ?? []).every(other => holds(other, whole))) return false
  return value === undefined ? set.optional === true : value !== set.value
}

function holds(other: OtherField, { spec }: KubeObject): boolean {
  const values = valuesAt(spec, other.field)
  if ('absent' in other) return values.length === 0
  return 'has' in other ? values.includes(other.has) : !values.includes(other.lacks)
}

/** A merge patch that takes away what is there. */
function cleared(path: string): object {
  return path.split('.').reduceRight<object | null>((inner, name) => ({ [name]: inner }), null) ?? {}
}

function patch(resource: string, names: readonly string[], namespace: string | undefined, body: object): string {
  const place = namespaceFlag(namespace)
  return commandLine('kubectl', 'patch', resource, ...names, ...place, '--type=merge', '-p', JSON.stringify(body))
}
