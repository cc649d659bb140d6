import { counted } from '../../api/object-text.ts'
import { visible } from '../../api/visible.ts'
import { namesText, type Sentence, type Words } from './template.ts'
import { type WhyInWave, waveReasonText } from './wave-reason.ts'

/** An object, when it is to be deleted, and what takes it along where that is not itself. */
interface Later {
  readonly name: string
  readonly wave: number
  readonly with: string | undefined
}

interface Args {
  readonly WhyInWave: WhyInWave
  readonly DeleteInWaves: Readonly<Record<'objects' | 'waves' | 'syncers', number>>
  readonly DeadlockOfWaves: { readonly wave: number; readonly later: readonly Later[] }
  readonly OwnedUnread: {
    readonly types: { readonly named: readonly Sentence[]; readonly more: number }
    readonly why: Sentence
  }
  readonly DeleteInGroups: {
    readonly objects: number
    readonly groups: number
    /** How many of them are in the clusters of Targets. */
    readonly elsewhere: readonly { readonly count: number; readonly target: string; readonly place?: string }[]
  }
  readonly OrderStopped: {
    readonly group: number
    readonly reason: string
    readonly left: readonly { readonly name: string; readonly why: Sentence }[]
  }
}

/** Objects that are told before the rest is counted. */
const MAX_LATER = 3

/** What a deletion in order, of groups or in waves, refuses, leaves and asks for. */
export const replayWords = {
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
  DeleteLaterFirst: 'delete {name} first, then run it again',
  WaitOrStopFirst: 'wait until it finishes, or stop it first',
  WaitOrInterfere:
    'wait until it finishes, or stop it first: two clients deleting the same objects interfere with each other',
  OperatorHoldsLease: 'Lease {lease} is renewed: the operator runs',
  OperatorUnread: 'whether the operator runs could not be read: its Lease: {why:sentence}',
  ReadOrStopOperator: 'run it as a user with permission to read that, or stop the operator first',
  CreatedMeanwhileUnread:
    'whether new objects were created in the meantime could not be read: {why:sentence}; run it again (or --override IncompleteRead)',
  CreatedDuringGroups:
    'it was created while the groups were deleted and is not deleted: stop the controller that creates it, then run this again',
  /** `group`: the one that did not finish; absent where the run was interrupted. */
  UnchangedAfterGroups: 'not changed: [group {group:number} did not finish||interrupted before it]',
  GroupsGoneUnread: 'not changed: whether all objects of the groups are gone could not be read',
  GroupsNotGone: 'not changed: some objects of the groups are not gone',
  OwnedUnread: ({ types: { named, more }, why }, inWords) =>
    `whether the resource owns any of ${namesText({ named: named.map(inWords), more })} could not be read (${inWords(why)})`,
  ReadOrSpecifyGroups: 'run it as a user with permission to read that, or specify the groups with -f',
  SyncerUnread:
    'whether [{syncer}||an Argo CD Application] would create again what is deleted could not be read: {why}',
  SuspensionUndone: '{syncer} would create again what is deleted, and {by} would undo its suspension',
  SuspendAtItsSource: 'remove the objects from its source, or suspend it by {by}',
  SyncerNotSuspended: 'what would create it again is not suspended',
  OnlyDeletedWhenNamed: '{name} has to be deleted before the rest, and is deleted only when it is named',
  NameItAsWell: 'name it as well, if its data may go',
  StillSuspended: '{syncer} is still suspended: {resume:sentence}',
  SuspendedByEarlierRun: '{syncer} was suspended by an earlier run, which was ended: {resume:sentence}',
  StaysSuspended:
    '{syncer} stays suspended, for it would create the deleted objects again; remove them from its source, then: {resume:sentence}',
  AnotherHinders: 'another object is refused or could not be read, and --all-or-nothing was given',
  ReasonNotKnown: 'the reason is not known: {why:sentence}',
  FinalizersNotForced: 'its finalizers were not forced: {why:sentence}',
  ForceRemovesRemaining: 'forceDelete removes it if it remains then',
  ResourceGone: 'the resource is gone',

  DeletedDuringScan: '{name} was deleted during the scan',
  KindNotKnown: 'whether kind {kind} exists in {apiVersion} is not known: its API does not answer',
  /** `singular`: of the kind whose plural was written. */
  NoSuchKind:
    'no matches for kind "{kind}" in version "{apiVersion}"; [write the kind {singular}, not its plural||correct it, or remove it]',
  NamespacesSelectNothing: '{kind} is cluster-scoped, so namespaces cannot select it; remove them',
  NamespaceNotGiven: '{what} is namespaced, and no namespace is given; write one',
  SelectorNotAccepted: 'the server does not accept labelSelector "{labelSelector}": {why}',
  TakesInOwn:
    'a group takes in {kind} "{name}", which would end the deletion of the resource itself; remove it from the group',
  OwnedAsWell: '{owner} owns it as well{isUnread?, if that exists, which could not be read}',
  OnlyKatalogNames: 'objects that only a Katalog names',
  NoKatalogOfKind: 'no ConfigMap of the cluster holds a Katalog for its kind',
  SeveralKatalogs: 'more than one Katalog has this kind; write the right one to a file and specify it with -f',
  KatalogByAnyone:
    'any user of its namespace could have written this Katalog: no ClusterRoleBinding of Orkestra names an account of that namespace; read it, and if it is the right one, specify it with -f',
  OrkestraWithoutKatalog:
    'it is of Orkestra, and no ConfigMap of the cluster holds a Katalog for its kind; specify one with -f, if it exists',
  KatalogsUnread:
    'ConfigMaps of the cluster: the Katalog of Orkestra could not be searched for: {why}; specify the file with -f',
  UpdatesOnlyOfLandscaper: '--during-update is for Landscaper: only it has groups for an update',
  DeployItemDepends:
    'DeployItem {name} depends on this one and still exists: Landscaper ends it first; replay it first',
  DeployItemsUnread: 'whether other DeployItems depend on this one could not be read: Landscaper would end those first',
  TargetUnused: '--target {target}: no group uses it; [known are {used:list}||these groups are for no Target]',
  InClusterOfTarget: 'in the cluster of Target {target}',
  TargetMissing: 'Target {target} is not in namespace {namespace}; specify --target {target}=KUBECONFIG',
  TargetOfOtherType: 'Target {target} is of [type {type}||no type]; specify --target {target}=KUBECONFIG',
  TargetWithoutKubeconfig:
    'the credentials of Target {target} are not a kubeconfig; specify --target {target}=KUBECONFIG',
  TargetSecretMissing:
    'Secret {secret} of Target {target} is not in namespace {namespace}; specify --target {target}=KUBECONFIG',
  TargetSecretLacksKey: 'Secret {secret} of Target {target} has no key {key}; specify --target {target}=KUBECONFIG',
  TargetSecretUnusable:
    'Secret {secret} of Target {target} contains no kubeconfig; specify --target {target}=KUBECONFIG',
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
  StoppedInGroup:
    'stopped in group {group:number} ({reason}): nothing after it was changed; resolve what holds the rest, then run it again to continue',
  NoEventRecorded: 'note: no Event could be recorded on the resource: {why:sentence}',
} as const satisfies Words<Args>

/** `Target t1 (https://10.0.0.2)`. */
export function targetText(name: string, place: string | undefined): string {
  return `Target ${visible(name)}${place === undefined ? '' : ` (${place})`}`
}
