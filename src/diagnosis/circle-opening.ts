import { OF_KUBERNETES } from '../api/builtin-finalizers.ts'
import { message } from '../messages/sentence.ts'
import type { Remedy } from './explanation.ts'
import type { Explored } from './explore.ts'
import { deletesInForeground } from './ownership/owner-lookup.ts'
import { releaseOwners } from './ownership/release.ts'
import { isAtWork } from './policy.ts'
import { toInspect, toRemove } from './remedy.ts'
import { removeCommands } from './remove-commands.ts'
import { yamlCommand } from './shell-quote.ts'
import type { RuleContext } from './stuck-object.ts'

export interface Opening {
  readonly at: Explored
  readonly finalizer: string
  readonly remedies: readonly Remedy[]
}

const RISKS = ['low', 'medium', 'high'] as const

/**
 * An owner is released from its dependents, which loses nothing; else the finalizer is removed that costs least, as far
 * as known. undefined if all are finalizers by which Kubernetes keeps data: none of them is offered.
 */
export function circleOpening(members: readonly Explored[], context: RuleContext): Opening | undefined {
  const sorted = members.toSorted((a, b) => (a.held.ref.uid < b.held.ref.uid ? -1 : 1))
  const uids = new Set(members.map(({ held }) => held.ref.uid))
  const waitsByForeground = ({ held, holdings }: Explored): boolean =>
    deletesInForeground(held) &&
    holdings
      .flatMap(({ waitingFor = [] }) => waitingFor)
      .filter(({ ref }) => uids.has(ref.uid))
      .every(({ reason }) => reason === 'Dependent')
  const owner = sorted.find(waitsByForeground)
  if (owner !== undefined) {
    const release = releaseOwners([owner.held], message('OthersFollow'))
    return { at: owner, finalizer: 'foregroundDeletion', remedies: [release] }
  }
  const choices = sorted.flatMap(at =>
    at.held.finalizers
      .filter(({ name, field }) => field === 'metadata' && !OF_KUBERNETES.has(name))
      .map(({ name }) => ({ at, name, known: context.catalogue.find(name, at.held.ref.resource) })),
  )
  const rank = ({ known }: (typeof choices)[number]): number => RISKS.indexOf(known?.risk ?? 'medium')
  const [least] = choices.toSorted((a, b) => rank(a) - rank(b))
  if (least === undefined) return undefined
  const { at, name, known } = least
  return {
    at,
    finalizer: name,
    remedies: [look(members), remove(at, name, known?.ifRemoved, RISKS[rank(least)]!, context)],
  }
}

function look(members: readonly Explored[]): Remedy {
  return toInspect(
    message('SeeWhatEachWaitsFor'),
    members.slice(0, 5).map(({ held: { ref } }) => yamlCommand(ref)),
  )
}

function remove(
  { held, holdings }: Explored,
  finalizer: string,
  ifRemoved: string | undefined,
  risk: Remedy['risk'],
  context: RuleContext,
): Remedy {
  const { kind, name } = held.ref
  const own = holdings.flatMap(({ cause, verdict }) => (cause?.finalizer === finalizer ? [{ ...cause, verdict }] : []))
  const isUsed = holdings.some(({ waitingFor = [] }) => waitingFor.some(({ reason }) => reason === 'Consumer'))
  const overrides = [
    ...(own.length === 0 || own.some(isAtWork) ? ['ControllerAlive'] : []),
    ...(own.some(({ code }) => code === 'ControllerUnknown') ? ['ControllerUnknown'] : []),
    ...(isUsed ? ['ProtectedFinalizer'] : []),
  ]
  const guard = overrides.length === 0 ? '' : ` --override ${overrides.join(',')}`
  return toRemove(
    message('OpenCircleAt', { object: `${kind} ${name}`, finalizer, loss: ifRemoved }),
    removeCommands([{ ...held, heldBy: finalizer }], context).map(command => `${command}${guard}`),
    risk,
  )
}
