import { type Names, namesText, type Sentence, textOf, type Words } from './template.ts'

interface Args {
  readonly OfOthers: { readonly others: readonly Other[]; readonly more: number }
  readonly LeftInIt: { readonly count: number; readonly objects: Names }
  readonly PatchRejected: { readonly by: Rejecter; readonly isForbidden: boolean; readonly said: Sentence }
  readonly OverrideGuards: { readonly guards: readonly string[] }
}

interface Other {
  readonly name: string
  /** What it belongs to; absent: it is an install of the operator itself. */
  readonly to?: string
  /** What it goes with, or is needed by; absent: it was named itself. */
  readonly of?: string
}

/** Who rejects a patch. */
export type Rejecter =
  | { readonly by: 'silent webhook' | 'webhook'; readonly webhook: string }
  | { readonly by: 'policy'; readonly kind: string; readonly policy: string; readonly binding?: string | undefined }
  | { readonly by: 'mutation' | 'validation' | 'conversion' | 'storage' | 'probe' | 'something else' }

/** Why a guard refuses a change, and what would change its answer. */
export const guardWords = {
  OfOthers: ({ others, more }) => {
    const told = others.map(({ name, to, of }) => {
      if (to === undefined) return `${name} is another install of the operator, which needs ${of}`
      return `${name} belongs to ${to}, and ${of === undefined ? 'the rest of what was named does not' : `goes with ${of}`}`
    })
    return `${told.join('; ')}${more > 0 ? `; and ${more} more` : ''}`
  },
  NameTakersToo: 'name these as well if they may go, else leave out what takes them along',
  LeaveItOut: 'leave it out, or name what it belongs to as well',
  WaitUntilControllerFinishes: 'wait until the controller finishes',
  WaitUntilFinished: 'wait until it finishes',
  ControllerWaitsFor: 'its controller first waits for {kind} {name}',
  EndHolder: 'end what holds that',
  FindRemover: 'find out which controller removes it',
  OwnerNotShown: 'nothing that could be read shows which controller owns it',
  RemoverNotKnown: 'it is not known which controller removes {finalizer}',
  RunAsReader: 'run it as a user with permission to read that',
  LiveInIt:
    '{count=1?1 object in it is not being deleted|# objects in it are not being deleted}, and would be deleted with the namespace: {objects:names}',
  KeepItsContent: 'to keep its content, create the namespace and do not delete it',
  SeeHolder: 'see what holds it',
  SeeWhatItWaitsFor: 'see what it waits for',
  SeeAllOfThem: 'see all of them',
  StrandsContent: 'it would strand what remains in it: {objects:names}',
  DestroysData:
    '{name} goes with {what?VolumeData=the data of its volume|LoadBalancer=its load balancer|Outside=what its controller cleans up outside of the cluster}[ ({cleans})]{more=0?|, and # more like it}: no backup brings that back',
  MayDestroyData:
    'whether {name} goes with {what?VolumeData=the data of its volume|LoadBalancer=a load balancer} is not known: {why:sentence}',
  MayHoldUnread: 'what could not be read may still be in it: {types:names}',
  MakeReadable: 'make it readable, or run this as a user with permission to read it',
  EmptyAndUnhindered: 'it is empty, and nothing was found that stops the namespace controller from ending it',
  RunInAMinute: 'run it again in a minute',
  LeftInIt: ({ count, objects }) => {
    const remain = count === 1 ? '1 object remains' : `${count} objects remain`
    return `${remain} in it and would be stranded: ${namesText(objects, ' (stranded in -o json has all)')}`
  },
  NotYetDeleted:
    '{count:number} of them {count=1?is|are} not being deleted yet: the namespace controller still has to delete it',
  OwnFinalizersStay: 'Even then it would not be deleted: its own finalizers hold it ({finalizers:list})',
  RemoveUncontrolled: 'and remove the finalizers that have no controller',
  RemoveUnknown: 'or --override ControllerUnknown, which also removes those whose controller is unknown',
  RepairThat: 'repair that',
  NotTerminatingNow: 'it is not being deleted: a finalizer of a live object is never touched',
  DeleteFirst: 'delete it first with kubectl delete',
  KeepsContentFromStranding: 'the finalizer kubernetes keeps what is in the namespace from being stranded',
  EndNamespace: 'end the namespace',
  Protects: {
    what: {
      VolumeOfPod: 'it protects data: a Pod that still uses the claim would lose its volume',
      VolumeOfClaim: 'it protects data: a claim that is bound to the volume loses it',
      CustomResources:
        'it protects data: the custom resources of the CRD stay in etcd, and no client can read or delete them',
      KeptDependents:
        'it protects data: the garbage collector then deletes the dependents, which should have been kept',
      FirstDependents: 'it protects data: dependents that have to be deleted first may outlive their owner',
    },
  },
  InUse: 'it is in use: [{loss}||what uses the object loses it]',
  NotCountedByJob: 'Job {job} exists and has not counted this Pod yet',
  JobNotRead: 'whether Job {job} still exists could not be read',
  PatchRejected: ({ by, isForbidden, said }, inWords) => {
    const rejecter = { ...by, isForbidden }
    return `${textOf(REJECTED, rejecter, inWords)}: ${inWords(said)}`
  },
  RunAsAllowed: 'run it as a user with permission to {verb} {resource}',
  DeclareNoneOnDryRun: 'if the webhook changes nothing in a dry run, set its sideEffects to NoneOnDryRun',
  FixRejecter: 'fix the webhook or policy that rejects it',
  ReleasedOnlyAfter: 'a DELETE removes {finalizer} from a Namespace only when {after} is gone from its spec.finalizers',
  RemovalReverted: 'the server accepts the removal, but the finalizer stays on the object',
  StopAdder: 'stop what adds it again',
  ServerRefusesDeletion: 'the server refuses to delete {names:list}',
  ResourceUnread: '{resource} could not be read ({why:sentence})',
  CleanUpAfterwards: 'to clean up afterwards',
  OverrideGuards: ({ guards }) => `or --override ${guards.join(',')}`,
} as const satisfies Words<Args>

/** By whom it is rejected. */
const REJECTED = {
  by: {
    'silent webhook': 'webhook {webhook} does not answer, and the server rejects every change without it',
    webhook: 'webhook {webhook} denies it',
    policy: '{kind} {policy} denies it[ (binding {binding})]',
    mutation: 'admission changes the object on every update into one that the server rejects',
    validation: 'the stored object is no longer valid',
    conversion: 'the conversion webhook does not answer',
    storage: 'the server cannot read what is stored',
    probe:
      '{isForbidden?you do not have permission|a dry run of it is not possible, and it is not changed without one}',
    'something else': 'the server rejects the patch',
  },
} as const satisfies { readonly by: Readonly<Record<Rejecter['by'], string>> }
