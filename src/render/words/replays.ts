import { counted } from '../../api/object-text.ts'
import { visible } from '../../api/visible.ts'
import type { ReplayMessages } from '../../messages/replays.ts'
import { namesText } from './names-text.ts'
import { waveReasonText } from './wave-reason.ts'
import type { WordsFor } from './words-for.ts'

/** Objects that are told before the rest is counted. */
const MAX_LATER = 3

export const replayWords: WordsFor<ReplayMessages> = {
  WhyInWave: waveReasonText,
  /** `Suspend 1 object that would create them again, and delete 14 objects in 2 waves`. */
  DeleteInWaves: ({ objects, waves, syncers }) => {
    const deletion = `elete ${counted(objects, 'object')} in ${counted(waves, 'wave')}`
    if (syncers === 0) return `D${deletion}`
    return `Suspend ${counted(syncers, 'object')} that would create them again, and d${deletion}`
  },
  DeadlockOfWaves: ({ wave, later }) => {
    const told = later.slice(0, MAX_LATER).map(each => {
      const how = each.with === undefined ? '' : `with ${each.with} `
      return `${each.name}, which is to be deleted ${how}only in wave ${each.wave}`
    })
    const rest = later.length - told.length
    const names = [...told, ...(rest > 0 ? [counted(rest, 'more object')] : [])].join(', and ')
    return `a deadlock of waves: in wave ${wave} it waits for ${names}`
  },
  DeleteLaterFirst: ({ name }) => `delete ${name} first, then run it again`,
  WaitOrStopFirst: () => 'wait until it finishes, or stop it first',
  WaitOrInterfere: () =>
    'wait until it finishes, or stop it first: two clients deleting the same objects interfere with each other',
  OperatorHoldsLease: ({ lease }) => `Lease ${lease} is renewed: the operator runs`,
  OperatorUnread: ({ why }, inWords) => `whether the operator runs could not be read: its Lease: ${inWords(why)}`,
  ReadOrStopOperator: () => 'run it as a user with permission to read that, or stop the operator first',
  CreatedMeanwhileUnread: ({ why }, inWords) =>
    `whether new objects were created in the meantime could not be read: ${inWords(why)}; run it again (or --override IncompleteRead)`,
  CreatedDuringGroups: () =>
    'it was created while the groups were deleted and is not deleted: stop the controller that creates it, then run this again',
  UnchangedAfterGroups: ({ group }) =>
    `not changed: ${group === undefined ? 'interrupted before it' : `group ${group} did not finish`}`,
  GroupsGoneUnread: () => 'not changed: whether all objects of the groups are gone could not be read',
  GroupsNotGone: () => 'not changed: some objects of the groups are not gone',
  OwnedUnread: ({ types: { named, more }, why }, inWords) =>
    `whether the resource owns any of ${namesText({ named: named.map(inWords), more })} could not be read (${inWords(why)})`,
  ReadOrSpecifyGroups: () => 'run it as a user with permission to read that, or specify the groups with -f',
  SyncerUnread: ({ syncer = 'an Argo CD Application', why }) =>
    `whether ${syncer} would create again what is deleted could not be read: ${why}`,
  SuspensionUndone: ({ syncer, by }) =>
    `${syncer} would create again what is deleted, and ${by} would undo its suspension`,
  SuspendAtItsSource: ({ by }) => `remove the objects from its source, or suspend it by ${by}`,
  SyncerNotSuspended: () => 'what would create it again is not suspended',
  OnlyDeletedWhenNamed: ({ name }) => `${name} has to be deleted before the rest, and is deleted only when it is named`,
  NameItAsWell: () => 'name it as well, if its data may go',
  StillSuspended: ({ syncer, resume }, inWords) => `${syncer} is still suspended: ${inWords(resume)}`,
  SuspendedByEarlierRun: ({ syncer, resume }, inWords) =>
    `${syncer} was suspended by an earlier run, which was ended: ${inWords(resume)}`,
  StaysSuspended: ({ syncer, resume }, inWords) =>
    `${syncer} stays suspended, for it would create the deleted objects again; remove them from its source, then: ${inWords(resume)}`,
  AnotherHinders: () => 'another object is refused or could not be read, and --all-or-nothing was given',
  ReasonNotKnown: ({ why }, inWords) => `the reason is not known: ${inWords(why)}`,
  FinalizersNotForced: ({ why }, inWords) => `its finalizers were not forced: ${inWords(why)}`,
  ForceRemovesRemaining: () => 'forceDelete removes it if it remains then',
  ResourceGone: () => 'the resource is gone',

  DeletedDuringScan: ({ name }) => `${name} was deleted during the scan`,
  KindNotKnown: ({ kind, apiVersion }) =>
    `whether kind ${kind} exists in ${apiVersion} is not known: its API does not answer`,
  NoSuchKind: ({ kind, apiVersion, singular }) => {
    const hint = singular === undefined ? 'correct it, or remove it' : `write the kind ${singular}, not its plural`
    return `no matches for kind "${kind}" in version "${apiVersion}"; ${hint}`
  },
  NamespacesSelectNothing: ({ kind }) => `${kind} is cluster-scoped, so namespaces cannot select it; remove them`,
  NamespaceNotGiven: ({ what }) => `${what} is namespaced, and no namespace is given; write one`,
  SelectorNotAccepted: ({ labelSelector, why }) =>
    `the server does not accept labelSelector "${labelSelector}": ${why}`,
  TakesInOwn: ({ kind, name }) =>
    `a group takes in ${kind} "${name}", which would end the deletion of the resource itself; remove it from the group`,
  OwnedAsWell: ({ owner, isUnread }) =>
    `${owner} owns it as well${isUnread ? ', if that exists, which could not be read' : ''}`,
  OnlyKatalogNames: () => 'objects that only a Katalog names',
  NoKatalogOfKind: () => 'no ConfigMap of the cluster holds a Katalog for its kind',
  SeveralKatalogs: () => 'more than one Katalog has this kind; write the right one to a file and specify it with -f',
  KatalogByAnyone: () =>
    'any user of its namespace could have written this Katalog: no ClusterRoleBinding of Orkestra names an account of that namespace; read it, and if it is the right one, specify it with -f',
  OrkestraWithoutKatalog: () =>
    'it is of Orkestra, and no ConfigMap of the cluster holds a Katalog for its kind; specify one with -f, if it exists',
  KatalogsUnread: ({ why }) =>
    `ConfigMaps of the cluster: the Katalog of Orkestra could not be searched for: ${why}; specify the file with -f`,
  UpdatesOnlyOfLandscaper: () => '--during-update is for Landscaper: only it has groups for an update',
  DeployItemDepends: ({ name }) =>
    `DeployItem ${name} depends on this one and still exists: Landscaper ends it first; replay it first`,
  DeployItemsUnread: () =>
    'whether other DeployItems depend on this one could not be read: Landscaper would end those first',
  TargetUnused: ({ target, used }) =>
    `--target ${target}: no group uses it; ${used.length === 0 ? 'these groups are for no Target' : `known are ${used.join(', ')}`}`,
  InClusterOfTarget: ({ target }) => `in the cluster of Target ${target}`,
  TargetMissing: ({ target, namespace }) =>
    `Target ${target} is not in namespace ${namespace}; ${kubeconfigOf(target)}`,
  TargetOfOtherType: ({ target, type }) =>
    `Target ${target} is of ${type === undefined ? 'no type' : `type ${type}`}; ${kubeconfigOf(target)}`,
  TargetWithoutKubeconfig: ({ target }) =>
    `the credentials of Target ${target} are not a kubeconfig; ${kubeconfigOf(target)}`,
  TargetSecretMissing: ({ secret, target, namespace }) =>
    `Secret ${secret} of Target ${target} is not in namespace ${namespace}; ${kubeconfigOf(target)}`,
  TargetSecretLacksKey: ({ secret, target, key }) =>
    `Secret ${secret} of Target ${target} has no key ${key}; ${kubeconfigOf(target)}`,
  TargetSecretUnusable: ({ secret, target }) =>
    `Secret ${secret} of Target ${target} contains no kubeconfig; ${kubeconfigOf(target)}`,
  DeleteInGroups: ({ objects, groups, elsewhere }) => {
    const others = elsewhere.map(
      ({ count, target, place }) => `, ${count} of them in the cluster of ${targetText(target, place)}`,
    )
    const rest = others.length === 0 ? '' : `${others.join('')}, the custom resource itself`
    return `Delete ${counted(objects, 'object')} in ${counted(groups, 'group')}${rest}`
  },
  OrderStopped: ({ group, reason, left }, inWords) => {
    const names = left.map(({ name, why }) => `${name}: ${inWords(why)}`).join('; ')
    return `ordered deletion stopped in group ${group} (${reason})${names === '' ? '' : `: ${names}`}`
  },
  StoppedInGroup: ({ group, reason }) =>
    `stopped in group ${group} (${reason}): nothing after it was changed; resolve what holds the rest, then run it again to continue`,
  NoEventRecorded: ({ why }, inWords) => `note: no Event could be recorded on the resource: ${inWords(why)}`,
}

/** `Target t1 (https://10.0.0.2)`. */
export function targetText(name: string, place: string | undefined): string {
  return `Target ${visible(name)}${place === undefined ? '' : ` (${place})`}`
}

function kubeconfigOf(target: string): string {
  return `specify --target ${target}=KUBECONFIG`
}
