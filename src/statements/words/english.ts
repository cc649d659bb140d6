import { tableOf, type Words } from './words.ts'

/** How controllers speak of their work. A match decides which cause is named, never alone that a finalizer may go. */
// biome-ignore format: a table is read by its columns
const TABLE = [
  { says: 'error', words: /\b(errors?|errored|fail(s|ed|ing|ures?)?|exceptions?|panic|crash\w*|stalled)\b/i, source: 'Go, Java, Python', example: 'failed to delete bucket', counterexample: 'deleting bucket' },
  { says: 'error', words: /\b(denied|denies|forbidden|unauthori[sz]ed|prohibited|not (authori[sz]ed|permitted|allowed)|permissions?|no credentials|revoked)\b/i, source: 'kubernetes/kubernetes:staging/src/k8s.io/apimachinery/pkg/api/errors/errors.go, NewForbidden, NewUnauthorized', example: 'User is not authorized to perform s3:DeleteBucket' },
  { says: 'error', words: /\b(invalid|malformed|incorrect|mismatch|unsupported|violat(es?|ed|ions?)|bad (request|gateway)|not (valid|supported))\b/i, source: 'kubernetes/kubernetes:staging/src/k8s.io/apimachinery/pkg/api/errors/errors.go, NewInvalid, NewBadRequest', example: 'Job.batch "hook" is invalid' },
  { says: 'error', words: /\b(conflicts?|refused|rejected)\b/i, source: 'kubernetes/kubernetes:staging/src/k8s.io/apimachinery/pkg/api/errors/errors.go, NewConflict', example: 'the request was rejected' },
  { says: 'error', words: /\b(not found|missing|no such|found no|does ?n[o']t exist|does not exist|non-? ?exist\w*|no longer exists)\b/i, source: 'kubernetes/kubernetes:staging/src/k8s.io/apimachinery/pkg/api/errors/errors.go, NewNotFound', example: 'secrets "aws" not found' },
  { says: 'error', words: /\b(time(d)? ?out|deadline exceeded|expired|unreachable|unknown host|no route|connection (reset|refused)|(service|temporarily|currently|is) unavailable|not (reachable|available))\b/i, source: "Go's context, net and crypto/x509", example: 'context deadline exceeded' },
  { says: 'error', words: /\b(internal server|(status|http)( code)?:? ?[45]\d\d)\b/i, source: 'golang/go:src/net/http/status.go', example: 'unexpected status code: 503' },
  { says: 'error', words: /\b(exceed(s|ed)|insufficient|quota|throttl\w+|too many requests|rate limit\w*)\b/i, source: 'refusals of cloud providers', example: 'Throttling: Rate exceeded' },
  { says: 'error', words: /\b(not empty|in use|still (used|in use|referenced|attached)|has (dependents|dependencies)|depend(s|ed) on|locked|protected|block(s|ed))\b/i, source: 'aws-controllers-k8s/community#1655, BucketNotEmpty; refusals of cloud providers', example: 'BucketNotEmpty' },
  { says: 'error', words: /\b(cannot|can't|could ?n[o']t|could not|unable)\b/i, source: 'English', example: 'could not reach the provider' },
  // That there was none.
  { says: 'no error', words: /\b(no|0|without( any)?) (errors?|failures?)\b/gi, source: 'English', example: 'without any errors' },
  { says: 'no error', words: /(?<!\b(?:ended|failed|failure|gave up|stopped|aborted|finished|exited) )\bwith (?:an? |the )?time-?out (?:of )?\d/gi, source: 'fluxcd/flux2#4507, how long the work may take', example: "Running 'install' action with timeout of 30m0s", counterexample: 'the deletion ended with a timeout of 30s' },
  // That it failed at what it does, and nothing of why.
  { says: 'just failed', words: /\btemporary\b|\b(?:delet|remov|destroy|finali[sz])\w* (?:the |an? )?[a-z]+$/gi, source: 'noobaa/noobaa-operator#132; English', example: 'TemporaryError: Cannot delete pool', counterexample: 'pool busy' },
  { says: 'just failed', words: /\blogging: (?=handler\b)|\bhandler '[^']{1,200}'|\bwith an exception\b|\bwill (?:retry|ignore|stop)\b/gi, source: 'nolar/kopf:kopf/_core/actions/execution.py, execute_handler_once; its logs are Events with the reason Logging', example: "Handler 'on_delete' failed with an exception. Will retry.", counterexample: 'no handlers' },
  { says: 'just failed', words: /\bplaybook task failed\b|\bevent runner on failed\b/gi, source: 'operator-framework/ansible-operator-plugins:internal/ansible/events/log_events.go, internal/ansible/controller/reconcile.go', example: 'Reconciler error: event runner on failed', counterexample: 'playbook.yml missing' },
  { says: 'just failed', words: /\b(?:errors?|errored|fail\w*|delet\w+|remov\w+|destroy\w*|clean\w*|up|terminat\w+|finali[sz]\w+|(?:un|de)?provision\w*|uninstall\w*|reconcil\w+|sync\w*|resources?|objects?|external|condition|status|phase|state|to|the|an?|of|is|was|it|its|for|at|while|during|with|in|not|has|have|been|could|unable|cannot|be|occurr?ed|true|false|ready|times|since|before)\b/gi, source: 'openebs/openebs#3034, kubevirt/kubevirt#10407', example: 'Failed to delete resource', counterexample: 'timeout' },
  // That it came to an end, and nothing of at what.
  { says: 'cut short', words: /\b(?:unexpected )?EOF\b|\bexit (?:status|code) \d{1,3}\b|\bcontext deadline exceeded\b|\bconnection reset by peer\b|\bi\/o timeout\b|, requeuing$/gi, source: "Go's io, os/exec, context, syscall and net (banzaicloud/koperator#728); kubernetes/sample-controller:controller.go (openebs/zfs-localpv#123)", example: 'Reconciler error: EOF', counterexample: 'access denied' },
  // That just this failed, and nothing of why.
  { says: 'no why', words: /\bunknown playbook failure\b/i, source: 'operator-framework/ansible-operator-plugins:internal/ansible/controller/reconcile.go (ansible/awx-operator#1003)', example: 'Failed: unknown playbook failure', counterexample: 'playbook not found: a.yml' },
  { says: 'no why', words: /^(?:[a-z]{1,80}: )?(?:[a-z ]{3,80} failed|failed to [a-z ]{3,80}|error (?:reading|getting|fetching|loading) [a-z ]{3,80})\.?$/i, source: 'actions/actions-runner-controller#141; adyanth/cloudflare-operator#154; English', example: 'FailedUpdateRegistrationToken: Updating registration token failed', counterexample: 'Failed to delete: 403 forbidden' },
  // Stricter: what a Normal event says in passing is none.
  { says: 'failure', words: /\b(errors?|errored|fail(s|ed|ing|ures?)?)\b/i, source: 'Go', example: 'Failed', counterexample: 'waiting for a missing bucket' },
  { says: 'failure', words: /\b(denied|forbidden|unauthori[sz]ed)\b/i, source: 'kubernetes/kubernetes:staging/src/k8s.io/apimachinery/pkg/api/errors/errors.go', example: 'access denied' },
  { says: 'failure', words: /\bstatus ?code: [45]\d\d, request ?id\b/i, source: 'aws/aws-sdk-go:aws/awserr/types.go, requestError (openshift/hive#923)', example: 'NoSuchHostedZone: none found status code: 404, request id: 1', counterexample: 'status code: 200, request id: 1' },
  // That a thing is being deleted, or what belongs to it.
  { says: 'deletion', words: /\b(delet(e|es|ed|ing|ion)|terminat(e|es|ed|ing|ion)|finali[sz](e|es|ed|ing|ation|ers?))\b/i, source: 'kubernetes/kubernetes:staging/src/k8s.io/api/core/v1/types.go, NamespaceTerminating', example: 'Deleting', counterexample: 'Reconciling' },
  { says: 'deletion', words: /\b(uninstall(s|ed|ing|ation)?|undeploy\w*|tear(ing)? ?down|dismantl\w+|decommission\w*|retiring|offboard\w*|shutt?ing down)\b/i, source: 'helm/helm:pkg/release/status.go, StatusUninstalling', example: 'uninstalling the release' },
  { says: 'deletion', words: /\b(clean(s|ed|ing)? ?ups?|cleaning|purg(e|es|ed|ing)|wip(e|es|ing)|scrubb?\w*|eras(e|es|ing)|reclaim\w*)\b/i, source: 'metal3-io/baremetal-operator:apis/metal3.io/v1alpha1/baremetalhost_types.go, AutomatedCleaningMode', example: 'cleaning up' },
  { says: 'deletion', words: /\b(destroy(s|ed|ing)?|remov(es?|ed|ing|al)|releas(e|es|ed|ing)|deallocat\w+|deprovision\w*)\b/i, source: 'metal3-io/baremetal-operator:apis/metal3.io/v1alpha1/baremetalhost_types.go, StateDeprovisioning', example: 'deprovisioning' },
  { says: 'deletion', words: /\b(detach(es|ed|ing)?|unbind(s|ing)?|unmount(s|ed|ing)?|unlink\w*|disconnect(s|ing)?|deregister\w*|unregister\w*|revok(e|es|ing))\b/i, source: 'longhorn/longhorn-manager:k8s/pkg/apis/longhorn/v1beta2/volume.go, VolumeStateDetaching', example: 'detaching' },
  { says: 'deletion', words: /\b(drain(s|ed|ing)?|evacuat\w+)\b/i, source: 'kubernetes-sigs/cluster-api:api/core/v1beta2/machine_types.go, MachineDeletingDrainingNodeReason', example: 'DrainingNode' },
  // What is being deleted, by which the rest is no failure.
  { says: 'ends', words: /\b([a-z]\w{0,62}) is (?:being )?(?:terminat|delet)(?:ing|ed)\b/i, source: 'kubernetes-sigs/kueue:pkg/cache/scheduler/clusterqueue.go, inactiveReason (kubernetes-sigs/kueue#10759)', example: "Can't admit new workloads; clusterQueue is terminating", counterexample: 'the bucket was deleted' },
  // That a thing is being made.
  { says: 'creation', words: /\bcreat(?:e|es|ed|ing|ion)\b/i, source: 'kubernetes-sigs/cluster-api:errors/machines.go, CreateMachineError', example: 'CreateMachineError', counterexample: 'BucketNotEmpty' },
  // That something else has to be first; only with the name of an object beside it that the object itself names.
  { says: 'has to wait', words: /\b(a?wait(s|ing)?|blocked|pending|until|before)\b/i, source: 'English', example: 'blocked by bucket web', counterexample: 'deleting' },
  { says: 'kind to go', words: /\bnot all (?:[\w-]{1,40} ){0,2}([a-z]{3,63}) (?:have been|are) (?:deleted|removed|gone)\b/i, source: 'openshift/hypershift#1692', example: 'not all router pods have been deleted for shop/default' },
  { says: 'kind to go', words: /\ball (?:the |its )?((?:[a-z]{2,30} ){0,3}[a-z]{3,63}) (?:are|have) not (?:been )?(?:deleted|removed|gone)\b/i, source: 'kubewarden/adm-controller#100', example: 'delaying bucket deletion since all object replication rules are not deleted yet', counterexample: 'all rules are valid' },
  { says: 'kind to go', words: /\bwaiting for (?:the |all |its )?(?:[a-z-]{2,30} ){0,3}([a-z]{3,63}) to (?:be (?:deleted|removed|gone)|terminate|exit|disappear|go away)\b/i, source: 'kubernetes-sigs/cluster-api:internal/controllers/cluster/cluster_controller_status.go, setDeletingCondition (k0rdent/kcm#2085); flux-iac/tofu-controller#1436', example: 'waiting for the previous runner pod to terminate', counterexample: 'waiting for the pod to start' },
  { says: 'kind to go', words: /\bwaiting (?:for|on) (?:the |its )?(?:[a-z-]{2,30} ){0,2}([a-z]{3,63}) (?:deletion|termination|removal)\b/i, source: 'cloudfoundry/korifi#2591', example: 'requeuing waiting for namespace deletion', counterexample: 'waiting for deletion' },
  { says: 'kind to go', words: /\b([a-z]{3,63}) deletion (?:has|did) not (?:yet )?(?:been )?complete/i, source: 'codeready-toolchain/host-operator#565', example: 'NSTemplateSet deletion has not completed in over 1 minute', counterexample: 'deletion has not completed' },
  { says: 'kind to go', words: /\b([a-z]{3,63})(?: of (?:the )?[a-z]{2,30})? (?:is|are) (?:still )?(?:terminating|being deleted)[,;:] (?:will )?(?:wait|re-?queu|re-?try|check)/i, source: 'gardener/dashboard#2613, codeready-toolchain/host-operator#565', example: 'Namespace of project is still terminating, will check again', counterexample: 'namespace is being deleted' },
  // That it waits, and for what.
  { says: 'awaits', words: /(?<!\b(?:timed out|timeout|done|finished|stopped|without|not|longer|up|after|while|when) )\b(?:(?:waiting|waits?) (?:for|on|until|till)|awaiting)\b(.{0,400})/i, source: 'English; banzaicloud/koperator#653', example: 'Still waiting for the following topics to be deleted: [shop/orders]', counterexample: 'timed out waiting for the condition' },
  { says: 'awaits', words: /^wait(?:ing|s)? (?!for\b)(\S.{0,200} to .{1,200})/i, source: 'k3s-io/cluster-api-k3s#125', example: 'wait the etcd controller to remove the member' },
  { says: 'awaits', words: /\b(?:delay|postpon|defer)(?:e?s|ed|ing)? .{0,60}\b(?:delet|remov|finali[sz])\w* (?:since|as|until|because)\b(.{0,400})/i, source: 'kubewarden/adm-controller#100', example: 'delaying bucket deletion since all object replication rules are not deleted yet' },
  { says: 'awaits', words: /\b(?:not (?:yet )?(?:finished|complete|completed|done|ended|terminated|stopped|gone|deleted|removed)(?: yet)?|still (?:running|terminating|deleting|in progress|being deleted|installed|present|there|attached|mounted|loaded|in use)(?: [\w-]{1,40}){0,4})[,.;:] (?:will )?(?:re-?try|re-?queu|check(?:ing)? again|try(?:ing)? again)/i, source: 'actions/actions-runner-controller#4585', example: 'Runner is not finished yet, retrying in 30s', counterexample: 'not finished yet' },
  { says: 'awaits', words: /\b(?:is|are) (?:still )?(?:terminating|being deleted)[,;:] (?:still )?waiting\b/i, source: 'codeready-toolchain/host-operator#565', example: 'namespace is being deleted, waiting', counterexample: 'namespace is being deleted' },
  { says: 'waited in vain', words: /\b(?:timed out|timeout) (?:while )?waiting (?:for|on|until)\b(.{0,400})/i, source: "English; openshift/machine-api-operator#331", example: 'timed out waiting for pod shop/web-0 to be deleted', counterexample: 'timed out' },
  // An Event of a thing that is gone, with more than its kind: `Deleted load balancer` may be of any.
  { says: 'has deleted', words: /^[^:]{1,300}: deleted ((?:\S{1,300} ){2,10}\S{1,300})$/i, source: 'kubernetes-sigs/cluster-api-provider-openstack#1596', example: 'capo reports Successfuldelete: Deleted load balancer api with id 4f1c', counterexample: 'capo reports Successfuldelete: Deleted load balancer' },
  // What it waits for, by namespace and name alone.
  { says: 'still there', words: /\b(?:resource|object) "?([a-z0-9][a-z0-9-]{0,62})\/([a-z0-9][a-z0-9.-]{0,252})"? still exists\b/i, source: 'gardener/gardener#4648', example: 'last error: resource shop/orders still exists', counterexample: 'the bucket still exists' },
  // That the work does not go on.
  { says: 'blocked', words: /\b(block(s|ed|ing)?|prevent(s|ed|ing)?|protected|refus(e|es|ed|ing)|disrupt\w*|would violate)\b/i, source: 'rook/rook:pkg/apis/ceph.rook.io/v1/types.go, ConditionDeletionIsBlocked', example: 'deletion is blocked', counterexample: 'deleting' },
  { says: 'blocked', words: /\b(paus(e|ed|ing)|suspend(s|ed|ing)?|skip(s|ped|ping)?|postponed|deferred|on hold)\b/i, source: 'crossplane/crossplane#4839, ReconcilePaused', example: 'ReconcilePaused' },
  { says: 'blocked', words: /\b(cannot|can't|unable|not (allowed|permitted|possible))\b/i, source: 'English', example: 'cannot be deleted' },
  // Others keep it from going on, which is no failure of its own.
  { says: 'held', words: /\b(paus(e|ed|ing)|suspend(s|ed|ing)?|skip(s|ped|ping)?|postponed|deferred|on hold)\b/i, source: 'crossplane/crossplane#4839, ReconcilePaused', example: 'ReconcilePaused', counterexample: 'access denied' },
  { says: 'held', words: /\b(disrupt\w*|would violate|prevent(s|ed|ing)?)\b/i, source: 'kubernetes/kubernetes:pkg/registry/core/pod/storage/eviction.go', example: "Cannot evict pod as it would violate the pod's disruption budget." },
  { says: 'held', words: /\b(not (yet|\w+ yet)|retention( period)?|legal hold|soft-? ?deleted|(recoverable|retained|kept) (for|until)|pending deletion)\b/i, source: 'recovery windows of cloud providers (AWS Secrets Manager, Azure Key Vault)', example: 'the key is soft-deleted and recoverable until Monday' },
  // That it is no fault: the deletion is kept from going on as somebody has set it.
  { says: 'on purpose', words: /\b(?:delet\w{1,6}|removal|tear-?down|clean-?up|destruction|finali[sz]\w{2,7}) (?:(?:is|was|are|been|being|has|deliberately|intentionally) ){0,3}(?:held|withheld|retained|on hold)\b(?! (?:by|up)\b)/i, source: 'openchoreo/openchoreo#4541; English', example: 'Deletion is held because retainPolicy is Retain', counterexample: 'deletion is held up by pods' },
  { says: 'on purpose', words: /\b(?:retain(?:ed)?|retention) hold\b|\b(?:held|kept|retained) (?:on purpose|intentionally|deliberately)\b/i, source: 'the same, RetainHold', example: 'RetainHold', counterexample: 'the lock is held' },
  // That what is called takes no more requests now, which passes.
  { says: 'limited', words: /\b(?:throttl(?:ed|ing)|too many requests|rate ?(?:limit(?:ed)? )?exceeded|request limit exceeded|(?:status|code|error|http)[ :=]{1,3}429)\b/i, source: 'crossplane/crossplane#3341; refusals of cloud providers', example: 'Throttling: Rate exceeded', counterexample: 'quota exceeded' },
  // A state in which some controllers look at an object no more.
  { says: 'final state', words: /^(?:condition (?:Failed|Error|Stalled|(?:ACK\.)?Terminal)=True\b|status\.\S{1,200} is (?:FATAL\w*|Failed|Error|Terminal|(?:Delet|Remov|Clean|Destroy|Unbind)\w{0,12}Failed)(?= \(|$))/i, source: 'kubernetes-retired/service-catalog#1623, kudobuilder/kudo#1368, devfile/devworkspace-operator#877, defenseunicorns/uds-core#1159', example: 'condition Failed=True UnbindCallFailed', counterexample: 'condition Ready=False Failed' },
  // That something it needs is not there.
  { says: 'misses', words: /\b(?:not found|found no|no such|missing|does(?: not|n't) exist|no longer exists|no (?:[\w-]{1,40} ){1,3}(?:was |were )?found|(?:unable|failed) to find|(?:can ?not|can't|could not) find)\b/i, source: 'keycloak/keycloak-operator#446; English', example: 'no matching keycloak instance found', counterexample: 'no error' },
  // That the value of a field is wrong.
  { says: 'wrong value', words: /\b(?:must (?:be|match|not|have|start|end|contain)|can ?not be empty|invalid|malformed|not valid|is required|failed to satisfy)\b/i, source: 'aws/aws-app-mesh-controller-for-k8s#19; English', example: 'MeshName must match ^[a-z]+$', counterexample: 'MeshName exists' },
  // That something is waited for.
  { says: 'waiting', words: /\b(wait(s|ed|ing)?|pending|awaiting|not yet|requeu\w+|still|remain(s|ing)?)\b/i, source: 'kubernetes-sigs/cluster-api:api/core/v1beta2/machine_types.go, MachineDeletingWaitingForVolumeDetachReason', example: 'waiting for the volume', counterexample: 'deleting' },
  // That a named object is deleted, with its kind.
  { says: 'deletes one', words: /\b[Dd]elet(?:ing|ed) (?:the )?([A-Z][A-Za-z]{2,40}) "?([a-z0-9][a-z0-9.-]{0,252})"?$/, source: 'agones-dev/agones:pkg/gameservers/controller.go, syncGameServerDeletionTimestamp', example: 'Shutdown: Deleting Pod battle-1', counterexample: 'Deleting bucket' },
  // How the Pods of a thing fare.
  { says: 'pods', words: /\b(replicas?|pods?|containers?|insufficient (cpu|memory)|crash ?loop\w*|oom ?killed|unschedulable|(liveness|readiness) probe)\b/i, source: 'kubelet and scheduler', example: 'CrashLoopBackOff', counterexample: 'bucket is not empty' },
  // A thing that was not found, which may be said in passing.
  { says: 'not found', words: /\b(?:not found|does not exist|does ?n[o']t exist|no longer exists)\b/gi, source: 'kubernetes/kubernetes:staging/src/k8s.io/apimachinery/pkg/api/errors/errors.go, NewNotFound', example: 'services "web" not found' },
  // That the work goes on.
  { says: 'goes on', words: /\b(continu(es|ing)|proceed(s|ing)|moving on|go(es|ing) on|ignor(ed|ing)|nothing to (do|delete|clean up))\b/gi, source: 'English', example: 'not found, nothing to delete' },
  // Between the two: it is just what does not go on.
  { says: 'keeps from', words: /\b(not|never|cannot|can't|\w+n't|without|before|until|from|instead|rather|unable|stop\w*|abort\w*|halt\w*|block\w*|prevent\w*|refus\w*|must|needs?|requir\w+|to be)\b/i, source: 'English', example: ', which prevents it from ' },
  // After them: what is tried again was not passed over.
  { says: 'tries again', words: /\b(re-?tr(y|ies|ied|ying)|again|re-?queu\w*|back-?off|until|unless|later|(in|after|every) \d\w*)\b/i, source: 'English', example: ', ignoring it and retrying in 5s' },
  // Nor was it where the work that goes on is to wait for it.
  { says: 'waits for it', words: /^\W{0,40}(?:(?:to|with|in|the|its)\s*)*(tr(y|ies|ying)|attempt|wait|poll|watch|look|search|reconcil|check)/i, source: 'English', example: ' to wait for it' },
  // That a thing was stopped.
  { says: 'stopped', words: /(?<!un)(hibernat|suspend|paused)/i, source: "Gardener's Shoots, Hive's ClusterDeployments", example: 'Hibernated', counterexample: 'Running' },
  { says: 'stopped', words: /\b(stopped|shut ?down|offline)\b/i, source: 'English', example: 'stopped' },
  // That it is not well.
  { says: 'unwell', words: /\b(unavailable|unreachable|disconnected|not ?ready|not healthy|unhealthy|degraded|down|lost)\b/i, source: "English; Unavailable of Velero's BackupStorageLocations", example: 'Unavailable', counterexample: 'Available' },
  { says: 'unwell', words: /^initiali[sz]ing$/i, source: 'percona/percona-server-mysql-operator:api/v1/perconaservermysql_types.go, StateInitializing', example: 'initializing' },
  // A field of a status that has a state.
  { says: 'state field', words: /^(phase|state|status|health|\w+(Phase|State|Status))$/, source: 'the name of the field', example: 'phase', counterexample: 'replicas' },
  // That earlier versions used a name, in an entry of the catalogue or of a CRD's annotation.
  { says: 'former name', words: /\b(old|former|legacy|previous|deprecated|no longer|before v)\b/i, source: 'entries of catalogue/', example: 'The name of older versions: deprecated', counterexample: 'Deletes the bucket' },
] as const satisfies readonly Words[]

export const english = tableOf(TABLE)
