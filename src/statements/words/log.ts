import { tableOf, type Words } from './words.ts'

/** What only logs of controllers say. A match decides which cause is named, never alone that a finalizer may go. */
// biome-ignore format: a table is read by its columns
const TABLE = [
  // That it waits to lead, with the lock.
  { says: 'not leading', words: /attempting to acquire leader lease\b/i, source: 'kubernetes/client-go:tools/leaderelection/leaderelection.go, acquire', example: 'attempting to acquire leader lease at-operator-system/6cceeaca.example.com...', counterexample: 'successfully acquired lease at-operator-system/6cceeaca.example.com' },
  { says: 'not leading', words: /\bfailed to (?:acquire|renew) lease\b|\bleader ?election lost\b|\bstopped leading\b|^(?:lost|released) lease\b/i, source: 'kubernetes/client-go:tools/leaderelection/leaderelection.go, renew; kubernetes-sigs/controller-runtime:pkg/manager/internal.go', example: 'failed to renew lease shop/lock: timed out waiting for the condition' },
  { says: 'not leading', words: /^Not the leader\. Waiting\.|^Leader pod has been deleted\b|^Operator pod with name .{1,260} is not the leader/i, source: 'operator-framework/operator-lib:leader/leader.go, Become', example: 'Not the leader. Waiting.' },
  { says: 'not leading', words: /\block is held by\b/i, source: 'kubernetes/client-go:tools/leaderelection/leaderelection.go, tryAcquireOrRenew', example: 'lock is held by a-1_b and has not yet expired' },
  // That it leads.
  { says: 'leading', words: /\bsuccessfully acquired lease\b|\bAcquired lease\b|\bbecame (?:the )?leader\b|\bnew leader elected\b.{0,80}\bself\b/i, source: 'kubernetes/client-go:tools/leaderelection/leaderelection.go, acquire; operator-framework/operator-lib:leader/leader.go', example: 'successfully acquired lease default/k8s-sigs.io-nfs-subdir-external-provisioner', counterexample: 'attempting to acquire leader lease a/b...' },
  { says: 'leading', words: /^Starting workers\b/, source: 'kubernetes-sigs/controller-runtime:pkg/internal/controller/controller.go, which starts them when it leads', example: 'Starting workers' },
  // The lock: namespace and name.
  { says: 'lock', words: /\bleader lease\s{1,3}([a-z0-9][a-z0-9-]{0,62})\/([a-z0-9][a-z0-9.-]{0,251}[a-z0-9])/i, source: 'kubernetes/client-go:tools/leaderelection/leaderelection.go, acquire', example: 'attempting to acquire leader lease  portieris-operator-system/b463a212.portieris.io...' },
  // That the object is another's to look after, as plainly as it can be said.
  { says: 'out of scope', words: /\bnot our (?:\w{1,40}[- ]){0,2}(?:class|instance|shard|object|resource)\b|\b(?:belongs to|is (?:for|of|managed by|handled by)) (?:another|a different) (?:\w{1,40}[- ]){0,2}(?:class|instance|shard|controller|operator|provisioner)\b/i, source: 'English, as controllers of classes write it', example: 'ignoring bucket: its class belongs to another controller', counterexample: 'already owned by another Bucket controller' },
  { says: 'out of scope', words: /\bdoes(?:n't| not) match (?:\w{1,40} ){0,4}(?:class|selector|label|labels|filter|shard|namespace|watch filter)\b/i, source: 'kubernetes-sigs/cluster-api:util/predicates/generic_predicates.go, watch filter', example: 'Resource does not match filter label, will not attempt to map resource', counterexample: 'the checksum does not match' },
  { says: 'out of scope', words: /\b(?:validating ingress class|(?:not|isn't) (?:managed|handled|owned|watched) by (?:this|us))\b/i, source: 'kubernetes/ingress-nginx:internal/ingress/controller/store/store.go', example: 'Ignoring ingress because of error while validating ingress class' },
  // The same, where it may be of a part or of a moment.
  { says: 'perhaps out of scope', words: /^(?:\w{1,40} )?(?:ignor(?:e|ed|es|ing)|skip(?:ped|s|ping)?)\b(?! (?:not ?found|conflict|error|the error))/i, source: 'kubernetes/ingress-nginx:internal/ingress/controller/controller.go', example: 'ignoring ingress nginx-ingress in dev', counterexample: 'Ignoring not found error' },
  // That it leaves the object alone.
  { says: 'paused', words: /(?<!\b(?:if|whether) )(?:\breconcil\w{0,10} is (?:currently )?(?:paused|suspended|disabled)\b|\b(?:object|resource|cluster|reconcil\w{0,10}) (?:is )?(?:marked as |marked )?paused\b)/i, source: 'kubernetes-sigs/cluster-api:util/annotations/helpers.go and its providers', example: 'Reconciliation is paused for this object', counterexample: 'Checking if object is paused' },
  // How far it has come: of how many.
  { says: 'counted', words: /\b(?:deleted|removed|destroyed|purged|evicted|drained|detached|released|cleaned(?: up)?|processed) (?:\w{1,40} ){0,2}(\d{1,9}) ?(?:of|out of|\/) ?(\d{1,9})\b/i, source: 'English', example: 'deleted 14 of 90 objects', counterexample: 'deleted object 14' },
  { says: 'counted', words: /\b(\d{1,9}) ?(?:of|out of|\/) ?(\d{1,9}) (?:\w{1,40} ){0,3}(?:deleted|removed|destroyed|purged|evicted|drained|detached|released|cleaned|done)\b/i, source: 'English', example: '14/90 objects deleted' },
  { says: 'remaining', words: /\b(\d{1,9}) (?:\w{1,40} ){0,3}(?:remaining|left|still to (?:delete|go)|to be deleted)\b/i, source: 'English', example: 'deleting: 76 objects remaining', counterexample: 'no objects remaining' },
  { says: 'remaining', words: /\b(?:remaining|left)(?: \w{1,40}){0,2}[ =:]{1,3}(\d{1,9})\b/i, source: 'English', example: 'deletion goes on, remaining: 76' },
  // That it does not reach the API server: an address of it, and why.
  { says: 'unreachable', words: /"?https:\/\/[^\s"/]{1,260}\/apis?(?:\/[^\s"]{0,400})?"?: (?:dial tcp|net\/http|context deadline|http2|EOF|read tcp|write tcp|unexpected EOF|proxyconnect|tls: )/, source: "Go's net/url, Error; kubernetes/client-go:tools/cache/reflector.go", example: 'failed to list *v1.Pod: Get "https://10.96.0.1:443/api/v1/pods?limit=500": dial tcp 10.96.0.1:443: connect: connection refused', counterexample: 'Get "https://s3.example.com/bucket": dial tcp: lookup s3.example.com: no such host' },
  // That the API server does not accept it, or it not the API server.
  { says: 'not accepted', words: /"?https:\/\/[^\s"/]{1,260}\/apis?(?:\/[^\s"]{0,400})?"?: (?:tls: failed to verify certificate: )?x509: /, source: "Go's crypto/x509", example: 'Get "https://10.96.0.1:443/api/v1/pods": x509: certificate signed by unknown authority' },
  { says: 'not accepted', words: /\b(?:failed to (?:list|watch) \*\S{1,200}: |error retrieving resource lock \S{1,300}: )Unauthorized\b|\bthe server has asked for the client to provide credentials\b/, source: 'kubernetes/client-go:tools/leaderelection/leaderelection.go; kubernetes/kubernetes:staging/src/k8s.io/apimachinery/pkg/api/errors/errors.go', example: 'error retrieving resource lock shop/lock: Unauthorized' },
  // That the program ends in the middle of its work.
  { says: 'panic', words: /^(?:panic: |fatal error: )|\bObserved a panic\b|\bpanic recovered\b|\brecovered from panic\b/i, source: "Go's runtime; kubernetes/kubernetes:staging/src/k8s.io/apimachinery/pkg/util/runtime/runtime.go, logPanic", example: 'panic: runtime error: invalid memory address or nil pointer dereference', counterexample: 'no panic' },
  // An error that a next try ends: no word of what keeps the object.
  { says: 'passing error', words: /the object has been modified; please apply your changes|\bcontext canceled\b|\bOperation cannot be fulfilled on\b|\bclient rate limiter\b|\brequeu(?:e|ed|ing)(?: \w{1,20})? (?:after|in|until)\b(?!: \S{1,12} as: )/i, source: 'kubernetes/kubernetes:staging/src/k8s.io/apiserver/pkg/registry/generic/registry/store.go, OptimisticLockErrorMsg', example: 'Operation cannot be fulfilled on buckets.example.com "a": the object has been modified; please apply your changes to the latest version and try again', counterexample: 'access denied' },
  // An error that is logged at level info, with what failed.
  { says: 'plain error', words: /\berror: .{0,400}\b(?:failed|not found|forbidden|denied|refused|cannot|unable to|timed out|invalid)\b/i, source: 'apecloud/kubeblocks#9272, where a requeue logs its reason; English', example: 'build error: requeue after: 1s as: build service references failed: Component.apps.kubeblocks.io "a" not found', counterexample: 'synced, last error: none' },
] as const satisfies readonly Words[]

export const logWords = tableOf(TABLE)
