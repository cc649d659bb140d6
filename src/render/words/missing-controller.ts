import type { Perhaps, Sentence, Texts, Words } from './template.ts'

/** The namespace where it was installed, which is being deleted, and whether the objects are in it. */
interface Elsewhere {
  readonly instead?: string | undefined
  readonly isTheirs?: boolean
}

interface Args {
  readonly NoControllerRuns: {
    readonly finalizer: string
    /** Of further finalizers on the same objects. */
    readonly more: number
    /** The type that nothing watches, where that is the proof. */
    readonly unwatched?: string | undefined
    /** Another controller of the same product, which runs. */
    readonly beside?: string | undefined
  }
  readonly InstallOperatorAgain: Elsewhere & {
    /** What the catalogue calls it. */
    readonly product?: string | undefined
    readonly release?: string | undefined
    readonly beside?: string | undefined
    readonly many: boolean
  }
  readonly InstallControllerAlone: Elsewhere & { readonly definition: string; readonly many: boolean }
  readonly DefinitionGoesWithLast: { readonly remove: Sentence; readonly definition: string }
  readonly ControllerOutside: {
    readonly finalizer: string
    readonly where: string
    readonly why:
      | { readonly creates: string; readonly namespace: string; readonly isForeseen: boolean }
      | { readonly reports: Sentence }
      | { readonly member: Sentence }
      | { readonly called: string }
      | 'cut off'
      | 'error'
      | 'untold'
  }
  readonly CheckWhereItRuns: { readonly look: string | undefined }
  readonly ControllerNotKnown: Texts<'finalizer'> & Perhaps<'absent' | 'ungranted'> & { readonly unwatched?: string }
  readonly AddedByHand: { readonly manager: string; readonly at: string | undefined }
}

/** What is said of a controller that is gone, goes with the rest, runs elsewhere, or is not known. */
export const missingControllerWords = {
  NoControllerRuns: ({ finalizer, more, unwatched, beside }) => {
    const without =
      beside === undefined
        ? 'its operator is not installed'
        : `${beside} runs, which is of the same product and does not remove it`
    const why = unwatched === undefined ? without : `nothing watches ${unwatched}`
    return `No running controller removes finalizer ${finalizer}${more === 0 ? '' : ` and ${more} more`}: ${why}.`
  },
  InstallOperatorAgain: ({ product, release, beside, ...where }) =>
    `${beside === undefined ? `install ${product ?? 'the operator'} again` : 'make its product run the controller again that removes it'}${release === undefined ? '' : ` (Helm release ${release})`}${finishesAgain(where)}`,
  InstallControllerAlone: ({ definition, ...where }) =>
    `install the controller of the operator alone, without its CRDs (Helm: --skip-crds)${finishesAgain(where)}. ` +
    `A full installation fails until these objects are gone: CRD ${definition} is being deleted and waits for them`,
  InstallDeletes:
    '{next:sentence}. The controller then first deletes the objects that this one lists as applied and that still exist: {objects:some}',
  DefinitionGoesWithLast: ({ remove, definition }, inWords) =>
    `${withoutPeriod(inWords(remove))}; CRD ${definition} is deleted with its last object, and then the operator can be installed again`,
  DefinitionBeingDeleted: 'CRD {definition} is being deleted too, and waits for its objects',
  NoWorkloadIdentified: 'no running workload could be identified as its controller',
  SameProgram: 'manager "{manager}" added {finalizer}, as it added {like}',
  NoWorkloadGranted: 'no running workload is granted update or patch on {resource}',
  NoWorkloadNamed: 'its controller is {controllers:or}, and no workload of the cluster has that name',
  NoWorkloadOfProduct: 'its controller is {controller} of {product}, and no workload of it has that name',
  LastWrittenBy: 'last written by manager "{manager}"[ {ago} ago]',

  OnlyNameTells: 'only its name tells that it is the controller',

  RemovedOutside: 'it is removed by {where}',
  ControllerOutside: ({ finalizer, where, why }, inWords) =>
    // Of several on the same objects all are named.
    `${finalizer} ${finalizer.includes(' and ') ? 'are' : 'is'} removed by ${where}: ${outsideText(why, inWords)}.`,
  OutsideWorks: 'The controller of {finalizer}, which is not a Pod of this cluster, is working on it.',
  MemberReports: '{object} reports {said}',
  LinkMissing: 'no workload[ {link}] exists here, through which it would reach this cluster',
  CheckWhereItRuns: ({ look }) => `check where it runs: ${look}`,
  LinkOnlyAfterRemoval:
    '[{workload} ]cannot be installed again before namespace {after} is gone, because that is being deleted and nothing can be created in it; {next:sentence}',
  InstallLinkAgain:
    '[once namespace {after}, which is being deleted, is gone: ]install[ {workload}] again by the registration command that the other side shows for this cluster; it will finish this deletion by itself',
  RemoveIfMemberGone: 'or, if that cluster does not come back, {next:sentence}',
  RemoveIfClusterGone: 'or, if this cluster was permanently removed there, {next:sentence}',
  RemoveIfNotCreated: 'where it did not create[ {creates}] in time, {next:sentence}',

  /** `absent`: how it is called, where no workload is called so. */
  AgentOfNode:
    '"{manager}", which put the finalizer on, writes the Pod\'s status too, as an agent on its node {node} does',
  ControllerNotKnown: ({ finalizer, absent, unwatched, ungranted }) =>
    absent !== undefined
      ? `${absent} removes ${finalizer}, and no workload with that name was found; whether it still runs elsewhere is not known.`
      : unwatched !== undefined
        ? `No controller of ${finalizer} was found, and nothing watches ${unwatched}: it is not installed, or it only polls.`
        : ungranted === undefined
          ? `It is not known which controller removes ${finalizer}, or whether it still runs.`
          : `No workload of this cluster has a role of its own to change ${ungranted}: the controller of ${finalizer} is not installed, or does not run as a Pod here.`,
  AddedByHand: ({ manager, at }) =>
    `the finalizer was added manually, or by a pipeline (manager "${manager}", ${at}): ask who added it`,
  ReportsBeside:
    '"{reporter}" writes the status of this {kind}; another program, "{manager}", added {finalizer}, whose domain is not that of the type',
  NotInCatalogue: 'the catalogue has no entry for this finalizer',
  KnownAs: 'the catalogue has it for {project}: {controller} removes it',
  FindController: 'find out which controller removes it',

  LoadBalancerAwaited:
    'Service {service} waits for its service controller to delete the load balancer, asked {ago} ago',
  CloudManagerSilent:
    'cloud-controller-manager renews its Lease, and reports neither work nor an error on this Service.',
  CloudManagerNotRunning: 'cloud-controller-manager does not run: no load balancer is deleted in this cluster.',
  StartCloudManager:
    'start cloud-controller-manager again; in a managed cluster ask the provider. It then deletes the load balancer and completes these deletions',
  SeeCloudManagerLease: 'see which instance last held its Lease, and what runs it',
} as const satisfies Words<Args>

/** What is refused in a namespace that is being deleted is to be elsewhere, and may not look at it from there. */
function finishesAgain({ instead, isTheirs, many }: Again): string {
  const where = instead === undefined ? '' : `, in another namespace, because ${instead} is being deleted`
  return `${where}${isTheirs ? ' and nothing can be created in it' : ''}; it will finish ${deletions(many)} by itself${isTheirs ? `, if it watches ${instead} from there` : ''}`
}

type Again = Pick<Args['InstallOperatorAgain'], 'instead' | 'isTheirs' | 'many'>

function deletions(many: boolean): string {
  return many ? 'these deletions' : 'this deletion'
}

function outsideText(why: Args['ControllerOutside']['why'], inWords: (sentence: Sentence) => string): string {
  if (why === 'cut off') return 'nothing connects this cluster to it any more'
  if (why === 'error') return 'an error is reported on the object since its deletion'
  if (why === 'untold') return 'nothing in this cluster shows whether it still works'
  if ('called' in why)
    return `here ${why.called} is called as the manager that wrote it, may change the object, and is ready`
  if ('member' in why) return withoutPeriod(inWords(why.member))
  if ('reports' in why) return `the object reports ${withoutPeriod(inWords(why.reports))}`
  const { creates, namespace, isForeseen } = why
  return `it has to create ${creates}, and namespace ${namespace} ${isForeseen ? 'would be' : 'is'} terminating and refuses it`
}

/** What the catalogue says of a removal ends a sentence. */
function withoutPeriod(text: string): string {
  return text.endsWith('.') ? text.slice(0, -1) : text
}
