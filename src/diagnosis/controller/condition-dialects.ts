/** How a type of condition is to be read. */
export interface ConditionDialect {
  readonly type: RegExp
  /** The status that is the bad news; `none`: it tells nothing of a failure; `unsure`: only an error in its words does. */
  readonly bad: 'True' | 'False' | 'none' | 'unsure'
  /**
   * What it speaks of: the controller's own tries (`work`), the thing as it stands (`state`), how a run ended that has nothing
   * to do with its deletion (`outcome`), or the deletion itself (`deletion`).
   */
  readonly about: 'work' | 'state' | 'outcome' | 'deletion'
  readonly source: string
}

/** Lists of conditions in a status. A contributor adds a line. */
// biome-ignore format: a table is read by its columns
export const CONDITION_LISTS: readonly { readonly path: readonly string[]; readonly source: string }[] = [
  { path: ['conditions'], source: 'kubernetes/community:contributors/devel/sig-architecture/api-conventions.md, typical status properties' },
  { path: ['v1beta2', 'conditions'], source: 'kubernetes-sigs/cluster-api:api/core/v1beta1/machine_types.go, MachineV1Beta2Status' },
]

/** False where something else has to be done before the deletion goes on. */
export const MAY_BE_DELETED =
  /(Deletable|Removable|CanDelete|CanBeDeleted|(Deletion|Delete|Removal)(Allowed|Permitted|Possible)|(Ready|Safe)(For|To)(Deletion|Delete|Removal|Remove))$/

/** Read from above: the first that matches tells. A contributor adds a line. */
// biome-ignore format: a table is read by its columns
export const CONDITION_DIALECTS: readonly ConditionDialect[] = [
  { type: /^(ACK\.)?(Recoverable|Terminal)$/, bad: 'True', about: 'work', source: 'aws-controllers-k8s/runtime:apis/core/v1alpha1/conditions.go' },
  { type: /^(Suspended|Paused|.*Warning|.*Info)$/, bad: 'none', about: 'state', source: 'argoproj/argo-cd:pkg/apis/application/v1alpha1/types.go, ApplicationConditionType' },
  { type: /(Delet\w*|Finali\w*|Cleanup|Uninstall\w*)(Is)?Block(ed|ing)$/, bad: 'True', about: 'work', source: 'rook/rook:pkg/apis/ceph.rook.io/v1/types.go, ConditionDeletionIsBlocked' },
  { type: /^(Succeeded|Success|Successful|Complete|Completed|Finished)$/, bad: 'False', about: 'outcome', source: 'tektoncd/pipeline:pkg/apis/pipeline/v1/pipelinerun_types.go' },
  { type: /^(Failed|Failure)$/, bad: 'True', about: 'outcome', source: 'kubernetes/kubernetes:staging/src/k8s.io/api/batch/v1/types.go, JobFailed' },
  { type: /(Error|Errors|Erroring|Failed|Failure|Failing|Stalled|Rejected|Denied|Blocked|Conflict|Conflicted|Misconfigured)$/, bad: 'True', about: 'work', source: 'fluxcd/pkg:apis/meta/conditions.go, StalledCondition; argoproj/argo-cd:pkg/apis/application/v1alpha1/types.go, DeletionError' },
  { type: /(Degraded|Unhealthy|NotReady|Unavailable|Unreachable|Broken|Invalid)$/, bad: 'True', about: 'state', source: 'openshift/api:config/v1/types_cluster_operator.go, OperatorDegraded; kubevirt/kubevirt#1491' },
  { type: MAY_BE_DELETED, bad: 'False', about: 'work', source: 'the name says that something else keeps it from being deleted' },
  { type: /^(\w*Deleting|\w*Terminating|DeletionInProgress|Finalizing|Uninstalling|Draining|CleaningUp)$/, bad: 'none', about: 'deletion', source: 'kubernetes-sigs/cluster-api:api/core/v1beta2/machine_types.go, MachineDeletingCondition' },
  { type: /(Synced|Reconciled|ReconcileSuccess|ReconcileSucceeded|Deleted|Finalized|CleanedUp|Drained|Detached|Terminated|Uninstalled|CredentialsValid|CredentialRetrieved|DeletionSucceeded)$/, bad: 'False', about: 'work', source: 'crossplane/crossplane-runtime:apis/common/v1/condition.go, TypeSynced; kubernetes-sigs/cluster-api-provider-aws:api/v1beta2/conditions_consts.go, PrincipalCredentialRetrievedCondition' },
  { type: /(Ready|Available|Healthy|Established|Accepted|Connected|Reachable|Online|Running|Valid|Live|Attached|Bound)$/, bad: 'False', about: 'state', source: 'kubernetes/community:contributors/devel/sig-architecture/api-conventions.md' },
  { type: /./, bad: 'unsure', about: 'state', source: 'kubernetes/community:contributors/devel/sig-architecture/api-conventions.md, the polarity of a type is its own' },
]

/** A field of a status, beside its conditions, by which a product says how it fares. */
export interface StatusField {
  /** Matches the field's own name. */
  readonly field: RegExp
  /** `error`: that it is not empty is the error; `text`: as its words say; `phase`: one word for the whole, `message` beside it. */
  readonly tells: 'error' | 'text' | 'phase'
  readonly source: string
}

/** A contributor adds a line. */
// biome-ignore format: a table is read by its columns
export const STATUS_FIELDS: readonly StatusField[] = [
  { field: /^failure(s|Message|Reason)?$/, tells: 'error', source: 'kubernetes-sigs/cluster-api:api/core/v1beta1/machine_types.go, MachineStatus.FailureMessage' },
  { field: /(^e|E)rror(s|Message|Reason|Msg|Description)?$/, tells: 'error', source: 'kubernetes-csi/external-snapshotter:client/apis/volumesnapshot/v1/types.go; gardener/gardener:pkg/apis/core/v1beta1/types_common.go, LastError; metal3-io/baremetal-operator:apis/metal3.io/v1alpha1/baremetalhost_types.go, ErrorMessage' },
  { field: /^(reason|message|statusMessage|stateMessage|statusReason|description|detail|details|info)$/, tells: 'text', source: 'cert-manager/cert-manager:pkg/apis/acme/v1/types_challenge.go, ChallengeStatus.Reason' },
  { field: /^(\w*[pP]hase|\w*[sS]tate|status|\w+Status)$/, tells: 'phase', source: 'rook/rook:pkg/apis/ceph.rook.io/v1/types.go; cert-manager/cert-manager:pkg/apis/acme/v1/types_challenge.go; gardener/gardener:pkg/apis/core/v1beta1/types_common.go, LastOperationState' },
]

/** A field beside a phase that tells more of it: `message`, `stateReason`, `phaseDescription`. */
export const BESIDE_A_PHASE =
  /^(message|reason|description|details?)$|(Message|Reason|Description|Details?|Explanation)$/

/**
 * An annotation of the product's own, by the part after its domain, that tells an error: Config Connector, Tinkerbell and
 * controllers without a status do so.
 */
export const ANNOTATION_OF_ERROR = /(^|[-.])(errors?|failures?|failed|problem)([-.](message|reason|text|details?))?$/

/** A field anywhere in a status that is called so speaks of something bad, where the table above does not know it: `health.problem`. */
export const SPEAKS_OF_ERRORS = /([fF]ailure|[pP]roblem|[eE]rror|[fF]ault)(s|Message|Reason|Text|Detail|Details|Code)?$/

/** Parts of a status that are read like the status itself. */
// biome-ignore format: a table is read by its columns
export const STATUS_PARTS: readonly { readonly field: RegExp; readonly source: string }[] = [
  { field: /^lastOperation$/, source: 'gardener/gardener:pkg/apis/core/v1beta1/types_common.go, LastOperation' },
  { field: /^(deletion|deletionStatus|cleanup|finalization|uninstall)$/i, source: 'the name of the part' },
]

/** Parts of a status that tell how the thing itself fares, which says nothing of its deletion by itself: they are only quoted. */
export const STATUS_OF_THE_THING = /^health(Status)?$/
/** Words by which such a part says that all is well. */
export const IS_WELL = /^(healthy|ok|good|green|up|ready|running|available|normal)$/i

/** When the controller last succeeded: an error from before that is overcome. */
export const LAST_SUCCESS = /^last\w*(Success|Succeeded)\w*$/i

/** By this a status is that of a run, which ended: argoproj/argo-workflows: finishedAt, velero-io/velero: completionTimestamp, kubeflow/spark-operator: terminationTime. */
export const END_OF_RUN =
  /^(completion|completed|finish|finished|end|ended|termination|terminated)(Time|At|Timestamp|Date)$/
