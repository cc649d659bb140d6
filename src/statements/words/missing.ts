import { tableOf, type Words } from './words.ts'

const QUOTED_NAME = String.raw`["'\x60]?(?:([a-z0-9][a-z0-9-]*)/)?([a-z0-9](?:[a-z0-9.-]*[a-z0-9])?)["'\x60]?(?: in (?:the )?namespace ["'\x60]?([a-z0-9][a-z0-9-]*)["'\x60]?)?`
/** What stands after a name, and what before it, in words that say that the thing is gone. */
export const GONE_AFTER = String.raw`(?:was |is |has been |has |had )?(?:not found|could ?n[o']t be found|could not be found|does ?n[o']t exist|does not exist|not exist|no longer exists|already (?:deleted|gone|been deleted)|deleted already|was deleted|gone\b)`
export const GONE_BEFORE = '(?:not found|no such|does not exist)'
/** The same of a look for it, which may have failed for the reason that comes after the name. */
export const NOT_FOUND_AT_ALL = "(?:unable to|failed to|could not|couldn't|can ?not|can't) find"
/** What lvm2 calls a volume and a logical volume, by its group and name (openebs/lvm-localpv#15). */
export const OF_LVM = String.raw`logical volume ["'\x60]?(?:[\w.+-]{1,127}/)?`
/** Between a noun and an id: `group by specified id: 4f1c` (kubernetes-sigs/cluster-api-provider-cloudstack#344). */
export const BY_ID = '(?:(?:by|with) (?:[a-z]+ )?(?:id|name):? )?'
const KIND = String.raw`\b(secret|config ?map|service ?account)s?`

/** How a thing is said not to be there. */
// biome-ignore format: a table is read by its columns
const TABLE = [
  // English for "not found". Only with the name of a thing beside it.
  { says: 'missing', words: /not ?found|does ?n.t exist|\bnot exists?\b|no longer exists|no such|missing/i, source: 'kubernetes/kubernetes:staging/src/k8s.io/apimachinery/pkg/api/errors/errors.go, NewNotFound; errors of cloud providers', example: 'ResourceNotFound: key alias/db', counterexample: 'access denied' },
  { says: 'missing', words: /(can ?not|can't|could not|couldn't|failed to|unable to) (f(?:ind|etch)|get|load|read|retrieve|look ?up)/i, source: 'clients of cloud providers', example: 'cannot get referenced ProviderConfig "default"' },
  // A ring, a region, an account: what is not there is not of this cluster.
  { says: 'elsewhere', words: /^,? (?:in|on|at|under|within|for) (?!namespace\b|the namespace\b)/i, source: 'English, after the words "not found"', example: ' in region eu-west-1', counterexample: ' in namespace shop' },
  // The controller speaks of another cluster, where it works: `in remote cluster edge-7: configmaps "agent" not found`.
  // What it reaches that by is in this one (clusternet/clusternet#21).
  { says: 'another cluster', words: /\b(workload|remote|target) cluster\b(?! (?:kube)?config| client| credential| secret| token)/i, source: 'Cluster API: workload; English', example: 'in remote cluster edge-7: configmaps "agent" not found', counterexample: 'no remote cluster client: secrets "aws" not found' },
  { says: 'another cluster', words: /\b(shoot|member|managed|spoke|hosted|guest|downstream|tenant|child|edge) cluster\b(?! (?:kube)?config| client| credential| secret| token)/i, source: "the words of Gardener, Karmada, Open Cluster Management, HyperShift, Rancher and Kamaji", example: 'the shoot cluster has no secret', counterexample: 'cannot get child cluster config' },
  { says: 'another cluster', words: /\b(in|on|to|from|of) cluster ["']?[a-z0-9]/i, source: 'English', example: 'secrets "a" not found in cluster "edge"' },
  // What it was about to delete is no need of the controller.
  { says: 'deleting', words: /\b(?:delet|remov|destroy|clean|tear|scal)\w*(?: up| down)? (?:the |its |child |owned |managed )*$/i, source: 'English, before the name of a thing', example: 'failed to delete the ', counterexample: 'deletion needs the secret ' },
  // What stands before an error of the thing from which something was to be removed.
  { says: 'removing from', words: /\b(?:remov|detach|unbind|unlink|(?:dis|de)?associat|(?:de|un)register|untag|unlabel|clear)\w* (?:[\w-]{1,80} ){1,5}(?:from|to|on|of) ((?:(?!,|\b(?:because|since|as|using|with|by|for)\b)[^:]){1,200})/gi, source: 'kserve/kserve#2643; English', example: 'failed to remove route annotation to Revision a: ', counterexample: 'failed to remove bucket a: ' },
  // That a reference, or a login, is of no use, without the name of what is missing.
  { says: 'no way', words: /\b(?:pars|resolv|dereferenc)\w* (?:[\w-]{1,40} ){0,3}ref(?:erence)?s?\b/i, source: 'GoogleCloudPlatform/k8s-config-connector#172; English', example: "could not parse reference resolution value '<nil>' as string", counterexample: 'parsing the date' },
  { says: 'no way', words: /\b(?:log-?in|authentication) (?:failed|error)|\b(?:unable|failed|could not|cannot) (?:to )?log ?in\b/i, source: 'Azure/azure-service-operator#1254; English', example: "Login failed for user 'a'", counterexample: 'dial tcp 10.0.0.1:443: connect: connection refused' },
  // That an empty name is no thing's, and what the name should be of.
  { says: 'empty name', words: /\b([a-z]{3,63}) (?:""|'') (?:is|was|are|does|not|could|can)/i, source: 'movetokube/postgres-operator#118', example: 'database "" is not managed by this operator', counterexample: 'database "main" is not managed by this operator' },
  { says: 'not reached', words: /\bdial (?:tcp|udp)\b|\bconnection (?:refused|reset|failed|timed out)\b|\bno such host\b|\bi\/o timeout\b|\bdeadline exceeded\b|\bunreachable\b/i, source: "Go's net", example: 'Login failed: dial tcp 10.0.0.1:1433: connect: connection refused', counterexample: "Login failed for user 'a'" },
  // A thing by its type and name: `plural[.group] "[namespace/]name"`. Global: each that a text names counts.
  { says: 'named by the API', words: /(?<![\w.-])([A-Za-z][A-Za-z0-9]*)(?:\.([a-z0-9][a-z0-9.-]*))? "(?:([a-z0-9][a-z0-9-]*)\/)?([a-z0-9](?:[a-z0-9.-]*[a-z0-9])?)" not found/g, source: 'kubernetes/kubernetes:staging/src/k8s.io/apimachinery/pkg/api/errors/errors.go, NewNotFound; the cache of controller-runtime says the kind', example: 'stores.example.com "a" not found', counterexample: 'bucket a not found' },
  { says: 'named by the API', words: /["'`]([A-Z][A-Za-z0-9]{1,62})(?:\.([a-z0-9][a-z0-9.-]{0,252}))?\/([a-z0-9][a-z0-9-]{0,62})\/([a-z0-9](?:[a-z0-9.-]{0,251}[a-z0-9])?)["'`] (?:was )?not found/g, source: 'flux-iac/tofu-controller#122: controllers/tf_controller.go', example: "Source 'GitRepository/flux-system/infra' not found", counterexample: "file 'Charts/flux-system' not found" },
  // Before such an error, where it was looked for, behind its kind: an image or a chart has such a name too. A path of
  // more parts is of the API or of a file.
  { says: 'sought in', words: /(?<![\w./-])(?<kind>[A-Za-z]{3,63}):? ["'\x60]?(?<place>[a-z0-9][a-z0-9-]{0,62})\/(?<called>[a-z0-9](?:[a-z0-9.-]{0,252}[a-z0-9])?)(?![\w/-])/g, source: 'kubernetes/apimachinery:pkg/types/namespacedname.go, String (percona/percona-server-mysql-operator#1211)', example: 'get PostgresCluster pgapp/cluster1: ', counterexample: 'GET /api/v1/secrets/a: ' },
  { says: 'sought in', words: /(?<![\w./-])(?<kind>[A-Za-z]{3,63}):? ["'\x60]?(?<called>[a-z0-9](?:[a-z0-9.-]{0,252}[a-z0-9])?)["'\x60]? (?:in|from) (?:the )?(?:namespace|ns):? ["'\x60]?(?<place>[a-z0-9][a-z0-9-]{0,62})(?![\w/-])/g, source: 'SAP/sap-btp-service-operator#493, zakkg3/ClusterSecret#35', example: 'Could not fetch secret a-key from namespace ops: ', counterexample: 'the secret a-key from the vault' },
  // The account of a Pod that was to be created: namespace and name.
  { says: 'missing account', words: /looking up service account ([a-z0-9][a-z0-9-]{0,62})\/([a-z0-9][a-z0-9.-]{0,252}): serviceaccount "[^"]{1,253}" not found/, source: 'kubernetes/kubernetes:plugin/pkg/admission/serviceaccount/admission.go', example: 'pods "a" is forbidden: error looking up service account default/tf-runner: serviceaccount "tf-runner" not found' },
  // The same as controllers say it in their own words, which may be of the world outside.
  { says: 'named in own words', words: new RegExp(`${KIND}:? ${QUOTED_NAME},?:? (?:is |was |could )?(?:not (?:be )?found|does ?n[o']t exist|does not exist|no longer exists|missing)`, 'gi'), source: 'English', example: 'referenced Secret shop/pw does not exist' },
  { says: 'named in own words', words: new RegExp(`(?:(?:unable to|can ?not|can't|could ?n[o']t|could not|failed to|did not|didn't) (?:find|get|load)|no such|missing) (?:the |referenced )*${KIND}:? ${QUOTED_NAME}`, 'gi'), source: 'English', example: 'unable to find ServiceAccount "a" in namespace "b"' },
  // That there is none of a kind, with its word, of whichever name.
  { says: 'none of a kind', words: /\b(?:there (?:is|are) no|found (?:no|0)|no)(?: matching| such| suitable)? ([a-z]{3,63}?)(?:\(s\)|s)?(?: (?:instance|resource|object)s?)?(?: (?:was |were )?(?:exists?|found|available)\b| in (?:the |this )?namespace\b| for )/gi, source: 'maistra/istio#222, ErrSMCPMissing; keycloak/keycloak-operator#446', example: 'No ServiceMeshControlPlane exists in the namespace', counterexample: 'no error' },
  // A look for the thing itself, by its kind and id, and the code that answers it: Terraform's providers.
  { says: 'looked for in vain', words: /\b(?:reading|describing|finding|deleting) ([A-Za-z0-9 ]{3,80}) \(([^()\s]{1,300})\): [^()]{0,300}?\b(NoSuch(?!Host)[A-Z]\w{1,60}|[A-Z]\w{1,60}NotFound\w{0,30}|NotFound\w{0,30}|couldn't find resource)/, source: 'hashicorp/terraform-provider-aws:internal/create/errors.go (crossplane/upjet#67)', example: 'reading IAM Role Policy Attachment (r-2): NoSuchEntity: The role with name r cannot be found.', counterexample: 'reading IAM Role (r-2): AccessDenied: not authorized' },
  // A cloud that does not tell the two from each other.
  { says: 'or no access', words: /,? or you (?:do not|don't) have (?:the )?(?:access|permission)s?[^.;:]{0,80}/i, source: 'aws/aws-sdk-go:service/sqs/errors.go (aws-controllers-k8s/community#1707)', example: 'The specified queue does not exist or you do not have access to it.', counterexample: 'you do not have access to the queue' },
  // That something is not there, whatever it is: by its name, or by what its server answers.
  { says: 'nothing there', words: new RegExp(`\\b${GONE_AFTER}|\\b(?:${GONE_BEFORE}|${NOT_FOUND_AT_ALL})\\b|\\w(?:Not ?Found|DoesNotExist)\\b|\\bNoSuch[A-Z]|\\b(?:status(?: ?code)?|error|code)[:= ]{1,2}404\\b`, 'i'), source: 'kubernetes-sigs/cluster-api-provider-azure#563, kubernetes-sigs/cluster-api-provider-gcp#345', example: "Resource group 'dev' could not be found.", counterexample: 'the bucket is not empty' },
  // A group of things with which all that was in it went.
  { says: 'all is gone', words: /\bresource group ["'`]?[\w.()-]{1,90}["'`]? (?:could not be found|(?:is |was )?not found|does not exist)/i, source: 'Azure Resource Manager, ResourceGroupNotFound (rancher/rancher#36583)', example: "Resource group 'rg-null' could not be found.", counterexample: 'resource group not set' },
  // What is not there by an error of the operating system.
  { says: 'no such, of a system', words: /^(?:process|device|file|address)$/i, source: 'Linux: ESRCH, ENODEV, ENOENT, ENXIO', example: 'Device', counterexample: 'Grant' },
  // "Not found" with one of these is about what the controller needs: what it should clean up may still exist.
  // Really gone were those of kubernetes-sigs/aws-load-balancer-controller#2341, aws-controllers-k8s/community#2911.
  { says: 'means of work', words: /permi(t|ss)|denied|forbidden|access|auth|credential|profile|token|\bkeys?\b|login|logon|\busers?\b|\brole|polic|password|secret/i, source: "who it is there: cloud providers' refusals", example: 'profile "ops" not found', counterexample: 'bucket "orders" not found' },
  { says: 'means of work', words: /cert|x509|\btls\b|\bssl\b|trust|issuer|\bdial\b|\btcp\b|lookup|\bdns\b|host|connect|time(d)? ?out|unreachable|\burl\b|endpoint/i, source: "the way there: Go's net and crypto/x509", example: 'lookup api.example.com: no such host' },
  { says: 'means of work', words: /path\b|\bfile|director|exec|binary|command|config|context|\bpage\b|plugin|driver|provider|regist/i, source: "what it runs with: Go's os/exec", example: 'exec: "aws": executable file not found in $PATH' },
  { says: 'means of work', words: /\bapi\b(?! error\b)|matches for kind|requested resource/i, source: 'kubernetes/kubernetes:staging/src/k8s.io/apimachinery/pkg/api', example: 'the server could not find the requested resource' },
  { says: 'means of work', words: /region|\bzone|account|subscription|project|tenant|organi[sz]ation|cluster|namespace/i, source: 'where it looks: cloud providers', example: 'project "shop" not found' },
] as const satisfies readonly Words[]

export const missing = tableOf(TABLE)

/** What goes on so speaks of another thing, or of why it was not seen: `bucket a not found in region b`. */
export const PREPOSITION = '(?:of|for|in|on|to|from|by|with|at|under|within|because|due|while)'
