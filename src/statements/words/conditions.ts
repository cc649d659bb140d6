import { tableOf, type Words } from './words.ts'

export interface ConditionDialect extends Omit<Words, 'says'> {
  /** The status that is bad news; `none`: it never tells a failure; `unsure`: only an error in its message does. */
  readonly bad: 'True' | 'False' | 'none' | 'unsure'
  /**
   * What it is about: the controller's own tries (`work`), the thing itself (`state`), the end of a run that has
   * nothing to do with the deletion (`outcome`), or the deletion (`deletion`).
   */
  readonly about: 'work' | 'state' | 'outcome' | 'deletion'
}

/** Lists of conditions in a status. A contributor adds a line. */
// biome-ignore format: a table is read by its columns
export const CONDITION_LISTS: readonly { readonly path: readonly string[]; readonly source: string }[] = [
  { path: ['conditions'], source: 'kubernetes/community:contributors/devel/sig-architecture/api-conventions.md, typical status properties' },
  { path: ['v1beta2', 'conditions'], source: 'kubernetes-sigs/cluster-api:api/core/v1beta1/machine_types.go, MachineV1Beta2Status' },
]

/** False where something else has to be done before the deletion goes on. */
const MAY_BE_DELETED =
  /(Deletable|Removable|CanDelete|CanBeDeleted|(Deletion|Delete|Removal)(Allowed|Permitted|Possible)|(Ready|Safe)(For|To)(Deletion|Delete|Removal|Remove))$/

/** Read from above: the first that matches tells. A contributor adds a line. */
// biome-ignore format: a table is read by its columns
export const CONDITION_DIALECTS: readonly ConditionDialect[] = [
  { words: /^(ACK\.)?(Recoverable|Terminal)$/, bad: 'True', about: 'work', example: 'ACK.Terminal', source: 'aws-controllers-k8s/runtime:apis/core/v1alpha1/conditions.go' },
  { words: /^(Suspended|Paused|.*Warning|.*Info)$/, bad: 'none', about: 'state', example: 'Suspended', source: 'argoproj/argo-cd:pkg/apis/application/v1alpha1/types.go, ApplicationConditionType' },
  { words: /(Delet\w{0,20}|Finali\w{0,20}|Cleanup|Uninstall\w{0,20})(Is)?Block(ed|ing)$/, bad: 'True', about: 'work', example: 'DeletionIsBlocked', source: 'rook/rook:pkg/apis/ceph.rook.io/v1/types.go, ConditionDeletionIsBlocked' },
  { words: /^(Succeeded|Success|Successful|Complete|Completed|Finished)$/, bad: 'False', about: 'outcome', example: 'Succeeded', source: 'tektoncd/pipeline:pkg/apis/pipeline/v1/pipelinerun_types.go' },
  { words: /^(Failed|Failure)$/, bad: 'True', about: 'outcome', example: 'Failed', source: 'kubernetes/kubernetes:staging/src/k8s.io/api/batch/v1/types.go, JobFailed' },
  { words: /(Error|Errors|Erroring|Failed|Failure|Failing|Stalled|Rejected|Denied|Blocked|Conflict|Conflicted|Misconfigured)$/, bad: 'True', about: 'work', example: 'Stalled', source: 'fluxcd/pkg:apis/meta/conditions.go, StalledCondition; argoproj/argo-cd:pkg/apis/application/v1alpha1/types.go, DeletionError' },
  { words: /(Degraded|Unhealthy|NotReady|Unavailable|Unreachable|Broken|Invalid)$/, bad: 'True', about: 'state', example: 'Degraded', source: 'openshift/api:config/v1/types_cluster_operator.go, OperatorDegraded; kubevirt/kubevirt#1491' },
  { words: MAY_BE_DELETED, bad: 'False', about: 'work', example: 'Deletable', source: 'the name says that something else keeps it from being deleted' },
  { words: /^(\w*Deleting|\w*Terminating|DeletionInProgress|Finalizing|Uninstalling|Draining|CleaningUp)$/, bad: 'none', about: 'deletion', example: 'NodeDeleting', source: 'kubernetes-sigs/cluster-api:api/core/v1beta2/machine_types.go, MachineDeletingCondition' },
  { words: /(Synced|Reconciled|ReconcileSuccess|ReconcileSucceeded|Deleted|Finalized|CleanedUp|Drained|Detached|Terminated|Uninstalled|CredentialsValid|CredentialRetrieved|DeletionSucceeded)$/, bad: 'False', about: 'work', example: 'Synced', source: 'crossplane/crossplane-runtime:apis/common/v1/condition.go, TypeSynced; kubernetes-sigs/cluster-api-provider-aws:api/v1beta2/conditions_consts.go, PrincipalCredentialRetrievedCondition' },
  { words: /(Ready|Available|Healthy|Established|Accepted|Connected|Reachable|Online|Running|Valid|Live|Attached|Bound)$/, bad: 'False', about: 'state', example: 'Ready', source: 'kubernetes/community:contributors/devel/sig-architecture/api-conventions.md' },
  { words: /./, bad: 'unsure', about: 'state', example: 'Progressing', source: 'kubernetes/community:contributors/devel/sig-architecture/api-conventions.md, the polarity of a type is its own' },
]

/** Types and reasons of conditions. */
// biome-ignore format: a table is read by its columns
const TABLE = [
  { says: 'may be deleted', words: MAY_BE_DELETED, source: 'the name of the condition', example: 'ReadyForDeletion', counterexample: 'Ready' },
  // The reason of a condition: somebody asked to go first and is not done, which is no error, whatever the words.
  { says: 'hook of others', words: /^\w*Hooks?(Present|Pending)$/, source: 'openshift/api:machine/v1beta1/types_machine.go, LifecycleHooks', example: 'HooksPresent', counterexample: 'Ready' },
  // The key of an annotation by which it is asked for, and before which step.
  { says: 'hook', words: /^([a-z]{1,20}-[a-z]{1,20})\.delete\.hook\./, source: 'kubernetes-sigs/cluster-api:api/core/v1beta2/machine_types.go, PreTerminateDeleteHookAnnotationPrefix', example: 'pre-terminate.delete.hook.machine.cluster.x-k8s.io/etcd', counterexample: 'helm.sh/hook' },
  // The reason of a condition whose type tells nothing, that something is waited for.
  { says: 'waiting reason', words: /^(Wait|Await)/, source: 'English', example: 'WaitingForBucket', counterexample: 'Ready' },
  { says: 'waiting reason', words: /Not(?:Yet)?(?:Completed?|Finished|Done)$/, source: 'open-cluster-management-io/sdk-go:pkg/apis/addon (open-cluster-management-io/ocm#186)', example: 'HookJobIsNotCompleted', counterexample: 'Completed' },
  // The type of a condition that is True while its controller is at work on the object.
  { says: 'at work', words: /^(?:Reconciling|Installing|Upgrading|Deploying|Provisioning|Creating|Updating)$/, source: 'fluxcd/pkg:apis/meta/conditions.go, ReconcilingCondition; carvel-dev/kapp-controller:pkg/apis/kappctrl/v1alpha1/status.go, Reconciling', example: 'Reconciling', counterexample: 'Progressing' },
  // The reason of a deletion that has to drain first.
  { says: 'draining reason', words: /^(Drain|Detach|Evict)/, source: 'kubernetes-sigs/cluster-api:api/core/v1beta2/machine_types.go, MachineDeletingDrainingNodeReason', example: 'DrainingNode', counterexample: 'Deleting' },
] as const satisfies readonly Words[]

export const conditions = tableOf(TABLE)
