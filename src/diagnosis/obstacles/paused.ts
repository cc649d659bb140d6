import type { ObjectRef } from '../../api/object-ref.ts'
import { factFrom, message } from '../../messages/sentence.ts'
import { claims, claimsOf } from '../../statements/claims.ts'
import { conditionPaused, sentencePaused } from '../../statements/paused.ts'
import type { Quote } from '../../statements/quote.ts'
import { statusTexts } from '../../statements/status-texts.ts'
import type { SwitchPlace } from '../catalogue/switches.ts'
import type { Case } from '../dossier/dossier.ts'
import { heardOf } from '../dossier/log.ts'
import { lastWord } from '../dossier/log-words.ts'
import { isOfOwnController, mayFinish } from '../dossier/state.ts'
import { type Evidence, evidenceOf, type Remedy, toInspect, toRepair } from '../explanation.ts'
import { finishesAllTheSame, likeSwitches, pauseOf, switchFieldOf, textOf } from '../pauses/paused-by.ts'
import { commandLine, namespaceFlag, yamlCommand } from '../shell-quote.ts'
import { type Blocker, blocker, isCustom } from '../stuck-object.ts'
import { EARLY_SECONDS } from '../thresholds.ts'

/**
 * Paused: the object, or the one it belongs to, has a switch on by which its controller leaves it alone, its deletion
 * included. `stuck` where the product is known for that, or the object itself says that it is paused; a switch that
 * only is called so, with a controller that neither works nor fails, is `unknown`.
 */
export function paused(found: Case): Blocker | undefined {
  const { held, finalizer, reports, context } = found
  const pause = pauseOf(held, finalizer, reports.whole, context, found.known.entry?.pausedBy)
  if (pause === undefined) return pausedBySomething(found)
  if (!(pause.byFinalizer || isOfOwnController(found))) return undefined
  const says = claims(isProtection(pause.place) ? 'protected' : 'paused')
  const said = isProtection(pause.place) ? saidProtected(found) : conditionPaused(reports.whole)
  if (!pause.known && (said === undefined ? isActive(found, says) : isFailing(found, says))) return undefined
  if (!mayFinish(found)) return undefined
  // What was refused stays refused; what only says that it is paused may be ended all the same.
  const isLasting = isProtection(pause.place) || (held.ageSeconds ?? 0) >= EARLY_SECONDS
  const { kind, name, namespace } = pause.ref
  const [object, of] = [`${kind} ${name}`, textOf(pause.place)]
  const placed = namespace === undefined ? object : `${kind} ${namespace}/${name}`
  const isRefused = isProtection(pause.place) && said !== undefined
  return blocker(pause.known || (said !== undefined && isLasting) ? 'stuck' : 'unknown', {
    key: `Paused/${pause.ref.resource}/${of}${pause.ref.uid === held.ref.uid ? '' : `/${pause.ref.uid}`}`,
    subject: pause.ref,
    summary: message('PausedBy', { object, pause: of, finalizer, isKnown: pause.known, isRefused }),
    evidence: [
      factFrom(pause.ref.resource, 'HasSwitch', { object: placed, pause: of }),
      ...(said === undefined ? [] : [evidenceOf(said)]),
      ...(pause.known ? [factFrom(pause.source, 'NoDeletionWhilePaused')] : []),
      ...(pause.known || isRefused ? [] : [factFrom('catalogue', 'DeletionWhilePausedUnknown')]),
    ],
    remedies: (_blocks, direct) =>
      unpause(pause.place, pause.ref.uid === held.ref.uid ? direct.map(({ ref }) => ref) : [pause.ref], isRefused),
  })
}

/**
 * The object, or an event of its controller, says that it is paused, and no switch is known: there is one, which who
 * runs the product knows. Not where it works all the same, or fails.
 */
function pausedBySomething(found: Case): Blocker | undefined {
  const { held, finalizer, reports, context } = found
  if (!isOfOwnController(found) || finishesAllTheSame(held, finalizer, context, found.known.entry?.pausedBy))
    return undefined
  // That a Job is suspended it says of its Pods, and Kubernetes' own controller of it.
  // A sentence of the conditions, or what the controller said last, by which it is paused.
  const said =
    (isCustom(held) ? conditionPaused(reports.whole) : undefined) ??
    sentencePaused(
      reports.whole,
      [...reports.waits, ...reports.failures].filter(({ source }) => source === 'events'),
    )
  if (said === undefined || isActive(found, claims('paused')) || !mayFinish(found)) return undefined
  return pausedAsSaid(evidenceOf(said), (held.ageSeconds ?? 0) >= EARLY_SECONDS, false, found)
}

/** Paused: the last that the controller logged about the object is that all work on it is put off. */
export function loggedPause(found: Case): Blocker | undefined {
  const heard = heardOf(found)
  const said = heard && lastWord(heard)
  if (heard === undefined || said?.means !== 'paused' || !isOfOwnController(found)) return undefined
  return pausedAsSaid(said.evidence, heard.isTrusted, true, found)
}

/** Paused by what only is `said`: in its status and Events, or in a log, which tells of owners too. */
function pausedAsSaid(said: Evidence, isCertain: boolean, isLogged: boolean, found: Case): Blocker {
  const { held, finalizer, reports } = found
  const { ref } = held
  const places = likeSwitches(held, reports.whole)
  const field = isLogged ? switchFieldOf(reports.whole) : undefined
  return blocker(isCertain ? 'stuck' : 'unknown', {
    key: `Paused/${ref.resource}/${ref.uid}`,
    subject: ref,
    summary: message('PausedBySomething', { object: `${ref.kind} ${ref.name}`, finalizer, isLogged }),
    evidence: [said, factFrom(ref.resource, 'LikeSwitches', { places })],
    remedies: () =>
      field === undefined
        ? [toInspect(message('FindPause', { places, isLogged }), [yamlCommand(ref)])]
        : unpause({ field }, [ref], false),
  })
}

/** What it reports or writes, but for that it is paused, shows that it does not leave the object alone. */
function isActive(found: Case, says: (text: Quote) => boolean): boolean {
  const { failures, waits, progress, whole } = found.reports
  const saysSo = conditionPaused(whole) !== undefined || [...failures, ...waits].some(says)
  // That it wrote down that it is paused is no work.
  const works = saysSo ? progress.filter(({ source }) => source !== 'managedFields') : progress
  return isFailing(found, says) || works.some(each => !says(each))
}

function isFailing({ reports }: Case, says: (text: Quote) => boolean): boolean {
  return reports.failures.some(each => !says(each))
}

function isProtection(place: SwitchPlace): boolean {
  return /protect|prevent/i.test(textOf(place))
}

/** The words by which the controller, or the provider behind it, refuses what is protected. */
function saidProtected({ reports }: Case): Quote | undefined {
  const texts = reports.whole === undefined ? [] : statusTexts(reports.whole)
  return claimsOf('protected', [...texts, ...reports.failures])[0]?.quote
}

/** Takes the switch off the objects that have it, one command a namespace. */
export function unpause(place: SwitchPlace, refs: readonly ObjectRef[], isRefused: boolean): readonly Remedy[] {
  const distinct = [...new Map(refs.map(ref => [ref.uid, ref])).values()]
  return [
    toRepair(
      message('TurnOff', { pause: textOf(place), isRefused }),
      [...Map.groupBy(distinct, ref => `${ref.resource} ${ref.namespace ?? ''}`).values()].map(same =>
        commandFor(place, same),
      ),
      'medium',
    ),
  ]
}

function commandFor(place: SwitchPlace, refs: readonly ObjectRef[]): string {
  const [{ resource, namespace }] = refs as [ObjectRef]
  const names = refs.map(({ name }) => name)
  const where = namespaceFlag(namespace)
  if ('annotation' in place)
    return commandLine('kubectl', 'annotate', resource, ...names, ...where, `${place.annotation}-`)
  if ('label' in place) return commandLine('kubectl', 'label', resource, ...names, ...where, `${place.label}-`)
  const off = place.off === undefined ? false : place.off
  const patch = JSON.stringify(
    `spec.${place.field}`.split('.').reduceRight<unknown>((value, name) => ({ [name]: value }), off),
  )
  return commandLine('kubectl', 'patch', resource, ...names, ...where, '--type=merge', '-p', patch)
}
