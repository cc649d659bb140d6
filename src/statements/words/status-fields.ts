import { tableOf, type Words } from './words.ts'

/** A field of a status, beside its conditions, by which a product says how it fares. */
export interface StatusField extends Omit<Words, 'says'> {
  /** `error`: is one unless it is empty; `text`: as its words say; `phase`: one word, with `message` beside it. */
  readonly tells: 'error' | 'text' | 'phase'
}

/** A contributor adds a line. */
// biome-ignore format: a table is read by its columns
export const STATUS_FIELDS: readonly StatusField[] = [
  { words: /^failure(s|Message|Reason)?$/, tells: 'error', example: 'failureMessage', source: 'kubernetes-sigs/cluster-api:api/core/v1beta1/machine_types.go, MachineStatus.FailureMessage' },
  { words: /(^e|E)rror(s|Message|Reason|Msg|Description)?$/, tells: 'error', example: 'lastError', source: 'kubernetes-csi/external-snapshotter:client/apis/volumesnapshot/v1/types.go; gardener/gardener:pkg/apis/core/v1beta1/types_common.go, LastError; metal3-io/baremetal-operator:apis/metal3.io/v1alpha1/baremetalhost_types.go, ErrorMessage' },
  { words: /^(reason|message|statusMessage|stateMessage|statusReason|description|detail|details|info)$/, tells: 'text', example: 'statusMessage', source: 'cert-manager/cert-manager:pkg/apis/acme/v1/types_challenge.go, ChallengeStatus.Reason' },
  { words: /^(\w*[pP]hase|\w*[sS]tate|status|\w+Status)$/, tells: 'phase', example: 'lifecyclePhase', source: 'rook/rook:pkg/apis/ceph.rook.io/v1/types.go; cert-manager/cert-manager:pkg/apis/acme/v1/types_challenge.go; gardener/gardener:pkg/apis/core/v1beta1/types_common.go, LastOperationState' },
]

/** Names of fields of a status, and what stands in them. */
// biome-ignore format: a table is read by its columns
const TABLE = [
  // A field beside a phase that tells more of it: `message`, `stateReason`, `phaseDescription`.
  { says: 'beside a phase', words: /^(message|reason|description|details?)$|(Message|Reason|Description|Details?|Explanation)$/, source: 'the name of the field', example: 'stateReason', counterexample: 'replicas' },
  // The part after the domain of a product's annotation with an error: Config Connector, Tinkerbell.
  { says: 'annotation of an error', words: /(^|[-.])(errors?|failures?|failed|problem)([-.](message|reason|text|details?))?$/, source: 'the name of the annotation', example: 'last-error', counterexample: 'retry-on-error-always' },
  // A field anywhere in a status that is named for something bad, and is not in the table above: `health.problem`.
  { says: 'field of an error', words: /([fF]ailure|[pP]roblem|[eE]rror|(?<![dD]e)[fF]ault)(s|Message|Reason|Text|Detail|Details|Code)?$/, source: 'the name of the field', example: 'syncProblem', counterexample: 'default' },
  { says: 'field of an error', words: /^std_?err$/i, source: 'carvel-dev/kapp-controller#16: what the command that it runs wrote', example: 'stderr', counterexample: 'stdout' },
  // A list of what was before, as an error in it may be.
  { says: 'past', words: /histor|previous|past|revisions|versions|attempts|events/i, source: 'fluxcd/helm-controller:api/v2/helmrelease_types.go, HelmReleaseStatus.History; English', example: 'history', counterexample: 'replicas' },
  // Parts of a status that are read like the status itself.
  { says: 'part', words: /^lastOperation$/, source: 'gardener/gardener:pkg/apis/core/v1beta1/types_common.go, LastOperation', example: 'lastOperation' },
  { says: 'part', words: /^(deletion|deletionStatus|cleanup|finalization|uninstall)$/i, source: 'the name of the part', example: 'deletionStatus' },
  // How the thing itself fares: only quoted, for alone it says nothing of its deletion.
  { says: 'part of health', words: /^health(Status)?$/, source: 'the name of the part', example: 'health' },
  // Words by which such a part says that all is well.
  { says: 'well', words: /^(healthy|ok|good|green|up|ready|running|available|normal)$/i, source: 'English', example: 'Healthy', counterexample: 'Unhealthy' },
  // When the controller last succeeded: an error from before that is overcome.
  { says: 'last success', words: /^last\w*(Success|Succeeded)\w*$/i, source: 'the name of the field', example: 'lastSuccessfulTime', counterexample: 'lastFailureTime' },
  // By this a status is that of a run, which ended.
  { says: 'end of a run', words: /^(completion|completed|finish|finished|end|ended|termination|terminated)(Time|At|Timestamp|Date)$/, source: 'argoproj/argo-workflows: finishedAt, velero-io/velero: completionTimestamp, kubeflow/spark-operator: terminationTime', example: 'completionTimestamp', counterexample: 'startTime' },
  { says: 'end of a run', words: /^completed$/, source: 'percona/percona-postgresql-operator:pkg/apis/pgv2.percona.com/v2/perconapgrestore_types.go', example: 'completed' },
  // Which of its parts are done, by name: `{a: true, b: false}`.
  { says: 'completion of parts', words: /(?:complet(?:e|ed|ion)|finish(?:ed)?|processed|cleaned|released|drained)(?:Status|States?|Map|s)?$/i, source: 'argoproj/argo-workflows:pkg/apis/workflow/v1alpha1/workflow_types.go, WorkflowStatus.TaskResultsCompletionStatus; names formed alike', example: 'taskResultsCompletionStatus', counterexample: 'readyReplicas' },
  // What the object stands for has its end behind it. TERMINATED is a stopped machine of Google Cloud.
  { says: 'ended', words: /^(?:[tT]erminated|[dD]eleted|DELETED|[dD]estroyed|DESTROYED)$/, source: 'kubernetes-sigs/cluster-api-provider-aws:api/v1beta2/types.go, InstanceStateTerminated; kubernetes-sigs/cluster-api-provider-aws#3694', example: 'terminated', counterexample: 'TERMINATED' },
  { says: 'state of another', words: /^(?:last|previous|prior|old|desired|target|expected)/i, source: 'kubernetes/api:core/v1/types.go, ContainerStatus.LastTerminationState; names formed alike', example: 'lastState', counterexample: 'instanceState' },
  // When what is outside is deleted for good.
  { says: 'date of its end', words: /^(?:deletionDate|scheduled(?:Deletion|Purge)(?:Time|Date)|(?:deletion|purge)ScheduledAt)$/, source: 'aws-controllers-k8s/kms-controller:apis/v1alpha1/key.go, DeletionDate; crossplane-contrib/provider-aws#849; Azure Key Vault, scheduledPurgeDate', example: 'deletionDate', counterexample: 'createDate' },
  // What says that there is nothing to say.
  { says: 'nothing', words: /^(none|null|nil|no errors?|ok|success|false|-|\d+)?$/i, source: 'English', example: 'None', counterexample: 'not ok' },
  // The phase of an operation that goes on.
  { says: 'going on', words: /^(processing|pending|running|in_?progress)$/i, source: 'gardener/gardener:pkg/apis/core/v1beta1/types_common.go, LastOperationState', example: 'Processing', counterexample: 'Failed' },
  // The phase of an operation that is over, and did what it was for.
  { says: 'done', words: /^(succeeded|successful|completed?|done|finished)$/i, source: 'gardener/gardener:pkg/apis/core/v1beta1/types_common.go, LastOperationState', example: 'Succeeded', counterexample: 'Processing' },
  // A sentence that tells an error, in a field of any name.
  { says: 'sentence of an error', words: /^(?:an? )?(?:error|failed|unable|cannot|could not|can't) [^:]{1,200}: /i, source: 'epam/edp-keycloak-operator#404, status.value', example: 'unable to delete realm: 400 Bad Request', counterexample: 'no error: done' },
  // A number of tries, by its name. Of `restartCount` and the like it is not known of what.
  { says: 'count of tries', words: /^(attempts?|attemptCount|retries|retryCount|tries|failureCount|errorCount|consecutiveFailures)$/i, source: 'nolar/kopf:kopf/_cogs/configs/progress.py, ProgressRecord; names formed alike', example: 'retries', counterexample: 'restartCount' },
] as const satisfies readonly Words[]

export const fields = tableOf(TABLE)
