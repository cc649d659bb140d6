import { tableOf, type Words } from './words.ts'

/** What admission says: only the words tell which webhook or policy it was (kubernetes-deletion.md 8). */
// biome-ignore format: a table is read by its columns
const TABLE = [
  // A webhook that could not be asked: its name, and why.
  { says: 'silent webhook', words: /failed calling webhook "([^"]+)": (?:failed to call webhook: )?(.*)/s, source: 'kubernetes/kubernetes:staging/src/k8s.io/apiserver/pkg/util/webhook/error.go', example: 'Internal error occurred: failed calling webhook "a.example.com": failed to call webhook: Post "https://a.b.svc:443": EOF' },
  // One that refuses: its name, and its reason.
  { says: 'webhook denied', words: /admission webhook "([^"]+)" denied the request(?:: (.*)| without explanation)/s, source: 'kubernetes/kubernetes:staging/src/k8s.io/apiserver/pkg/admission/plugin/webhook/errors/statuserror.go', example: 'admission webhook "a.example.com" denied the request: no' },
  { says: 'no dry run', words: /admission webhook "[^"]+" does not support dry run/, source: 'kubernetes/kubernetes:staging/src/k8s.io/apiserver/pkg/admission/plugin/webhook/errors/statuserror.go', example: 'admission webhook "a.example.com" does not support dry run' },
  // A policy that cannot be set up (its paramKind is not served) has no binding in its words; a mutating one no kind.
  { says: 'policy denied', words: /(ValidatingAdmissionPolicy|MutatingAdmissionPolicy|policy) '([^']+)'(?: with binding '([^']+)')? denied request: (.*)/s, source: 'kubernetes/kubernetes:staging/src/k8s.io/apiserver/pkg/admission/plugin/policy/validating/dispatcher.go', example: "ValidatingAdmissionPolicy 'keep' with binding 'keep-all' denied request: failed expression: false" },
  // An authorizer names the user; a plugin of admission that refuses with the same code does not.
  { says: 'unauthorized', words: /User "[^"]*" cannot/, source: 'kubernetes/kubernetes:staging/src/k8s.io/apiserver/pkg/endpoints/handlers/responsewriters/errors.go', example: 'pods "a" is forbidden: User "alice" cannot patch resource "pods"', counterexample: 'exceeded quota: small, requested: pods=1' },
  { says: 'unauthorized', words: /^Unauthorized|^$/, source: 'kubernetes/kubernetes:staging/src/k8s.io/apimachinery/pkg/api/errors/errors.go, NewUnauthorized', example: 'Unauthorized' },
  { says: 'unauthorized', words: /not yet ready to handle request/, source: 'kubernetes/kubernetes:staging/src/k8s.io/apiserver/pkg/admission/configuration', example: 'not yet ready to handle request' },
  // What the server says of an update that changes what may not change: ours changes no such thing.
  { says: 'changed', words: /\bimmutable\b|no new finalizers can be added/i, source: 'kubernetes/kubernetes:staging/src/k8s.io/apimachinery/pkg/api/validation/objectmeta.go', example: 'field is immutable', counterexample: 'Required value' },
  { says: 'changed', words: /(?:may|must|can|should)(?: ?not|n't) (?:be )?(?:chang|updat|modif|mutat|decreas|increas|shr[iu]nk|unset)|\bupdates? (?:may|must|can) ?not \w+|cannot change|updates? to .{0,200} (?:is|are) (?:forbidden|not allowed)/i, source: 'kubernetes/kubernetes:pkg/apis/core/validation/validation.go', example: 'pod updates may not change fields other than `spec.containers[*].image`' },
  { says: 'changed', words: /\boldSelf\b/i, source: 'messages of CEL rules', example: 'failed rule: self == oldSelf' },
  // A patch of a mutating webhook that does not apply, or does not leave an object of the type: no name is given.
  { says: 'bad patch', words: /\boperation does not apply\b|\bjson ?patch\b/i, source: 'evanphx/json-patch:v4/patch.go', example: 'replace operation does not apply: doc is missing path: /spec/a' },
  { says: 'bad patch', words: /into Go struct field/i, source: "Go's encoding/json", example: 'json: cannot unmarshal string into Go struct field ObjectMeta.labels' },
  // Which label or annotation a webhook demands: its path and key; or whether labels or annotations, and their keys.
  { says: 'demanded path', words: /failed at path \/metadata\/(labels|annotations)\/([A-Za-z0-9._/-]{1,317})\//, source: 'kyverno/kyverno:pkg/engine/handlers/validation/validate_resource.go', example: "check-team: 'validation error: The label team is required. rule check-team failed at path /metadata/labels/team/'" },
  { says: 'demanded keys', words: /you must provide (label|annotation)(?:s|\(s\)): \{("[^{}]*")\}/, source: 'open-policy-agent/gatekeeper-library:library/general/requiredlabels/template.yaml, library/general/requiredannotations/template.yaml', example: '[all-must-have-owner] you must provide labels: {"owner"}', counterexample: 'you must provide a good reason' },
  // A quota that is exceeded: its name.
  { says: 'quota', words: /exceeded quota: ([^\s,]+),/, source: 'kubernetes/kubernetes:staging/src/k8s.io/apiserver/pkg/admission/plugin/resourcequota/controller.go', example: 'exceeded quota: small, requested: pods=1, used: pods=2, limited: pods=2' },
  { says: 'pod security', words: /violates PodSecurity "/, source: 'kubernetes/kubernetes:staging/src/k8s.io/pod-security-admission/admission/admission.go', example: 'violates PodSecurity "restricted:latest": privileged' },
  { says: 'limits', words: /(?:maximum|minimum) [\w.\-/ ]{1,200} per \w{1,200} is /, source: 'kubernetes/kubernetes:plugin/pkg/admission/limitranger/admission.go', example: 'maximum cpu usage per Container is 1, but limit is 2' },
  // A condition of a webhook that cannot be evaluated: the expression.
  { says: 'bad condition', words: /^(?:(?!expression ').)*expression '(.*)' resulted in error: /s, source: 'kubernetes/kubernetes:staging/src/k8s.io/apiserver/pkg/admission/plugin/webhook/matchconditions/matcher.go', example: "expression 'object.spec.a == 1' resulted in error: no such key: a" },
  { says: 'no params', words: /no params found for policy binding/, source: 'kubernetes/kubernetes:staging/src/k8s.io/apiserver/pkg/admission/plugin/policy/generic', example: 'no params found for policy binding with `Deny` parameterNotFoundAction' },
  // Params of a type that is not served: which.
  { says: 'unserved params', words: /failed to find resource referenced by paramKind: '([^']+)'/, source: 'kubernetes/kubernetes:staging/src/k8s.io/apiserver/pkg/admission/plugin/policy/generic', example: "failed to find resource referenced by paramKind: 'rules.example.com/v1, Kind=Rule'" },
  // A webhook whose server answers, and has not its path.
  { says: 'no such path', words: /the server could not find the requested resource/, source: 'kubernetes/kubernetes#95983, a webhook that answers 404; kubernetes/apimachinery:pkg/api/errors/errors.go, NewGenericServerResponse', example: 'failed calling webhook "v.elbv2.k8s.aws": the server could not find the requested resource' },
  // A webhook that answers with a certificate that is not accepted is there.
  { says: 'bad certificate', words: /\bx509:|certificate (has expired|is not valid|signed by)/, source: 'golang/go:src/crypto/x509/verify.go', example: 'tls: failed to verify certificate: x509: certificate signed by unknown authority' },
  // The value that a cause of an invalid object complains of, as JSON.
  { says: 'bad value', words: /^(?:Invalid|Unsupported|Duplicate) value: ("(?:[^"\\]|\\.)*"|-?\d+|true|false)(?::|$)/, source: 'kubernetes/kubernetes:staging/src/k8s.io/apimachinery/pkg/util/validation/field/errors.go, Error.ErrorBody', example: 'Invalid value: "a": must be no more than 3 characters', counterexample: 'Required value' },
] as const satisfies readonly Words[]

export const admission = tableOf(TABLE)
