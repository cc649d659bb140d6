import { factFrom } from '../../messages/sentence.ts'
import { isNamed, mentions } from '../catalogue/named-workload.ts'
import type { Evidence } from '../explanation.ts'
import { isOfSomeProgram } from '../managers.ts'
import { type Workload, workloadText } from '../workloads/workloads.ts'
import { controls } from './choice.ts'
import { isHeldBy } from './holders.ts'
import { isRival } from './identity.ts'
import { DEPLOYERS, isKin, namesOf } from './kinship.ts'
import {
  byRightOf,
  type Clues,
  carries,
  goesByProduct,
  isKinByRight,
  isOfOthers,
  nameEvidence,
  reasons,
  strongestHolder,
} from './reasons.ts'

/**
 * `isMighty`: has every right, and no more to show for it. `mayPoll`: and it runs now and then, or goes by the name,
 * however common, of a program that wrote the object, so that nothing need watch the type.
 */
export type Suspect = Evidence & { readonly isMighty?: boolean; readonly mayPoll?: boolean }

/**
 * Who may be it and is no candidate: kin without the right (any more), unless it looks after other groups alone; a role
 * that names the type, where another manager wrote the finalizer; every right, where neither the manager nor the
 * catalogue gives a name, or in the project of the catalogue. At most three, those with no more than every right last.
 */
export function suspects(
  all: readonly Workload[],
  clues: Clues,
  custom: boolean,
  isUnread: boolean,
): readonly Suspect[] {
  const name = clues.manager ?? clues.known[0]
  const written = clues.identity.writer?.manager ?? 'unknown'
  return all
    .flatMap((workload): readonly Suspect[] => {
      if (reasons(workload, clues) !== undefined || isRival(namesOf(workload), clues.identity)) return []
      if (isNamed(workload.name, clues.others())) return []
      const holder = strongestHolder(clues.holders.filter(each => isHeldBy(each, workload)))
      const fit = clues.fit(workload)
      if (fit?.to === 'another') return holder !== undefined && holder.grant !== 'wildcard' ? [fit.evidence] : []
      if (namesOf(workload).some(each => mentions(each, [...clues.known, ...clues.told]))) {
        return [holder === undefined ? withoutRight(workload, isUnread) : byRightOf(workload, holder)]
      }
      // Of types of the core many may change any object; a controller's own role counts where its workload is known.
      if (!custom) {
        const isLikely = clues.known.length > 0 && holder?.grant === 'marked'
        return isLikely ? [byRightOf(workload, holder)] : []
      }
      if (holder === undefined) {
        // As of a hook that uninstalls a product: it runs once.
        if (workload.object.metadata.ownerReferences?.some(({ kind }) => kind === 'Job')) return []
        // Whose controller is known by name, its agents are operands (fluent/fluent-operator#282); a Deployment may be
        // that controller under another name, which lost its right.
        const isController = clues.known.length === 0 || workload.kind !== 'DaemonSet' || controls(workload)
        const isOther = !isController || clues.isOperand(workload) || clues.isOfOtherGroups(workload)
        const isKinOfIt = goesByProduct(workload, clues.product, clues) && !isOther
        const isLikely = isKinOfIt || nameEvidence(workload, clues).length > 0
        return isLikely ? [withoutRight(workload, isUnread)] : []
      }
      const isOthers = isOfOthers(workload, holder, clues.selector)
      if (holder.grant !== 'wildcard') return isOthers ? [] : [byRightOf(workload, holder)]
      if (isKinByRight(workload, clues.project, clues) && !isOthers) return [byRightOf(workload, holder)]
      const isUnlikely = name !== undefined || isKin(workload, DEPLOYERS)
      const mayPoll = workload.kind === 'CronJob' || !isOfSomeProgram(written) || carries(workload, written)
      return isUnlikely ? [] : [{ ...byRightOf(workload, holder), isMighty: true, mayPoll }]
    })
    .toSorted((a, b) => Number(a.isMighty ?? false) - Number(b.isMighty ?? false))
    .slice(0, 3)
}

/** What may do everything and shows no other sign; at most three. */
export function mighty(all: readonly Workload[], clues: Clues): readonly Evidence[] {
  return all
    .flatMap(workload => {
      const holder = strongestHolder(clues.holders.filter(each => isHeldBy(each, workload)))
      if (holder?.grant !== 'wildcard' || isKin(workload, DEPLOYERS)) return []
      return isRival(namesOf(workload), clues.identity) ? [] : [byRightOf(workload, holder)]
    })
    .slice(0, 3)
}

/** `isUnread`: some of the roles and bindings, which may give the right to it. */
function withoutRight(workload: Workload, isUnread: boolean): Evidence {
  return factFrom('rolebindings', 'KinWithoutRight', { workload: workloadText(workload), isUnread })
}
