import { tableOf, type Words } from './words.ts'

/** What the API server and the namespace controller say without a code, or with one that a controller leaves out. */
// biome-ignore format: a table is read by its columns
const TABLE = [
  // A right that a service account lacks: namespace, name, verb, plural, subresource, group, namespace.
  { says: 'denied', words: /User "system:serviceaccount:([^:"]+):([^":]+)" cannot ([a-z]+) resource "([a-z0-9.-]+)(?:\/([a-z]+))?" in API group "([a-z0-9.-]*)"(?: in the namespace "([^"]+)")?/g, source: 'kubernetes/kubernetes:staging/src/k8s.io/apiserver/pkg/endpoints/handlers/responsewriters/errors.go, forbiddenMessage', example: 'User "system:serviceaccount:ops:deployer" cannot delete resource "secrets" in API group "" in the namespace "shop"', counterexample: 'User "alice" cannot delete resource "secrets" in API group ""' },
  // Not of the server but of its client library: a cache of a kind never synced; version and kind, without the group.
  { says: 'never listed', words: /failed waiting for \*([a-z0-9]+)\.(\w+) Informer to sync/, source: 'kubernetes-sigs/controller-runtime:pkg/cache/internal/informers.go, Informers.Get', example: 'Timeout: failed waiting for *v1.ServiceAccount Informer to sync', counterexample: 'failed waiting for the bucket to sync' },
  // That nothing can be created in a terminating namespace, and which.
  { says: 'terminating', words: /NamespaceTerminating|because it is being terminated|unable to create new content in namespace|namespaces? \S+ is (being terminated|terminating)/i, source: 'kubernetes/kubernetes:staging/src/k8s.io/apiserver/pkg/admission/plugin/namespace/lifecycle/admission.go', example: 'unable to create new content in namespace shop because it is being terminated', counterexample: 'namespaces "shop" not found' },
  { says: 'terminating namespace', words: /content in namespace ["'`]?([a-z0-9][-a-z0-9]*)/i, source: 'kubernetes/kubernetes:staging/src/k8s.io/apiserver/pkg/admission/plugin/namespace/lifecycle/admission.go', example: 'unable to create new content in namespace shop because it is being terminated' },
  { says: 'terminating namespace', words: /namespaces? ["'`]?([a-z0-9][-a-z0-9]*)["'`]? is (?:being )?terminat/i, source: 'English', example: 'namespace "shop" is being terminated' },
  // What the server says of a write that is too large, and of annotations that are.
  { says: 'too large', words: /etcdserver: request is too large/i, source: 'etcd-io/etcd:api/v3rpc/rpctypes/error.go, ErrGRPCRequestTooLarge', example: 'etcdserver: request is too large', counterexample: 'metadata.labels: Too long' },
  { says: 'too large', words: /trying to send message larger than max/i, source: "gRPC's own limit of a message", example: 'rpc error: code = ResourceExhausted desc = trying to send message larger than max' },
  { says: 'too large', words: /request entity too large/i, source: 'kubernetes/kubernetes:staging/src/k8s.io/apimachinery/pkg/api/errors/errors.go, NewRequestEntityTooLargeError', example: 'Request entity too large: limit is 3145728' },
  { says: 'too large', words: /metadata\.annotations: Too long/i, source: 'kubernetes/kubernetes:staging/src/k8s.io/apimachinery/pkg/api/validation/objectmeta.go, ValidateAnnotationsSize', example: 'metadata.annotations: Too long: may not be more than 262144 bytes' },
  // What fails with a whole object that is sent again as it was once read, and not with a patch of its finalizers.
  { says: 'immutable', words: /\bimmutable\b|may not (?:be )?change|cannot be (?:changed|updated)/i, source: 'kubernetes/kubernetes:staging/src/k8s.io/apimachinery/pkg/api/validation/objectmeta.go, FieldImmutableErrorMsg; the other forms are of types', example: 'spec.template: Invalid value: "x": field is immutable', counterexample: 'is forbidden: User "a" cannot update' },
  { says: 'too long', words: /Too long/i, source: 'kubernetes/kubernetes:staging/src/k8s.io/apimachinery/pkg/util/validation/field/errors.go, ErrorTypeTooLong', example: 'metadata.labels: Too long' },
  { says: 'modified', words: /object has been modified/i, source: 'kubernetes/kubernetes:staging/src/k8s.io/apiserver/pkg/registry/generic/registry/store.go, OptimisticLockErrorMsg', example: 'Operation cannot be fulfilled on jobs.batch "hook": the object has been modified' },
  // Whose write failed: kind or plural, and name.
  { says: 'write of', words: /\bcannot be fulfilled on ([\w.-]{1,253}) "([^"]{1,253})":/, source: 'the same, NewConflict', example: 'delete "a": failed: Operation cannot be fulfilled on persistentvolumes "a": the object has been modified' },
  { says: 'write of', words: /(?<![\w.-])([\w.-]{1,253}) "([^"]{1,253})"(?: is invalid| is forbidden|:)/, source: 'kubernetes/kubernetes:staging/src/k8s.io/apimachinery/pkg/api/errors/errors.go, NewInvalid, NewForbidden, NewConflict', example: 'Job.batch "hook" is invalid: spec.template' },
  // Of which object it does not say, but of what.
  { says: 'of a finalizer', words: /finalizer/i, source: 'English', example: 'the update of metadata.finalizers: field is immutable' },
  { says: 'removes a finalizer', words: /\b(?:remov(?:e|es|ed|ing|al of)|delet(?:e|es|ing)|clear(?:ing)?|drop(?:ping)?) (?:\w{1,30} ){0,2}finali[sz]ers?\b/i, source: 'kubernetes-sigs/cluster-api-provider-aws#891, envoyproxy/ai-gateway#2565', example: 'Error removing finalizer from cluster object a', counterexample: 'failed to add finalizer' },
  // What is stored and cannot be read: LIST answers 429, GET, PATCH and DELETE 500 (kubernetes-deletion.md 4.3, 11).
  { says: 'undecodable', words: /unable to decode|error decoding|failed to decode|couldn't (?:get version\/kind|convert)|no kind "[^"]*" is registered|Object 'Kind' is missing/, source: 'kubernetes/kubernetes:staging/src/k8s.io/apimachinery/pkg/runtime', example: 'unable to decode an event from the watch stream', counterexample: 'etcdserver: request is too large' },
  { says: 'undecodable', words: /cannot unmarshal|invalid character|unexpected end of JSON|wrong wireType|proto: /, source: "Go's encoding/json; gogo/protobuf", example: 'proto: illegal wireType 7' },
  { says: 'undecodable', words: /unable to transform key/, source: 'kubernetes/kubernetes:staging/src/k8s.io/apiserver/pkg/storage/etcd3', example: 'unable to transform key "/registry/secrets/shop/pw"' },
  { says: 'undecodable', words: /StorageReadError|StorageError: corrupt object|failed to read one or more \S+ from the storage/, source: 'docs/reference/kubernetes-deletion.md 4.3, 11', example: 'failed to read one or more secrets from the storage' },
  // A conversion that failed: group, kind, and what happened when the webhook was called.
  { says: 'conversion failed', words: /conversion webhook for ([^/\s,]+)\/[^/\s,]+, Kind=(\w+) failed: (.*)/s, source: 'kubernetes/kubernetes:staging/src/k8s.io/apiextensions-apiserver/pkg/apiserver/conversion/webhook_converter.go', example: 'conversion webhook for stores.example.com/v1, Kind=Store failed: Post "https://a.b.svc:443": EOF' },
  // A custom resource that is stored in a version which its CRD does not have any more: group and version.
  { says: 'version dropped', words: /request to convert CR from an invalid group\/version: ([^/\s,]+)\/([a-z0-9]+)/, source: 'kubernetes/kubernetes:staging/src/k8s.io/apiextensions-apiserver/pkg/apiserver/conversion/converter.go', example: 'request to convert CR from an invalid group/version: stores.example.com/v1alpha1' },
  // The key of an object that cannot be read. Global: each that is named counts.
  { says: 'corrupt key', words: /StorageError: corrupt object,.{0,200}?Key: ([^\s,]+)/g, source: 'docs/reference/kubernetes-deletion.md 4.3, 11', example: 'StorageError: corrupt object, Code: 6, Key: /registry/secrets/shop/pw, ResourceVersion: 0' },
  // That a finalizer cannot be put on what is being deleted, and which.
  { says: 'new finalizer', words: /no new finalizers can be added if the object is being deleted(?:, found new finalizers \[\]string\{([^{}]{1,300})\})?/, source: 'kubernetes/kubernetes:staging/src/k8s.io/apimachinery/pkg/api/validation/objectmeta.go, ValidateObjectMetaAccessorUpdate', example: 'metadata.finalizers: Forbidden: no new finalizers can be added if the object is being deleted, found new finalizers []string{"a.example.com/b"}' },
  // A kind that a client could not map to a type: kind, group, version. Global: each that a text names counts.
  { says: 'unserved kind', words: /no matches for kind "([A-Za-z0-9]{1,63})" in version "(?:([a-z0-9][a-z0-9.-]{0,252})\/)?([a-z0-9]{1,63})"/g, source: 'kubernetes/kubernetes:staging/src/k8s.io/apimachinery/pkg/api/meta/errors.go, NoKindMatchError', example: 'no matches for kind "PodDisruptionBudget" in version "policy/v1beta1"', counterexample: 'no matches for kind "Store" in group "example.com"' },
  // That nothing answered a client, and which Service it called. A Pod of a StatefulSet has a label before it.
  { says: 'no answer', words: /connection refused|no such host|i\/o timeout|no route to host|host is unreachable|deadline exceeded|connection timed out|server misbehaving|\bE(?:CONNREFUSED|NOTFOUND|TIMEDOUT|HOSTUNREACH|AI_AGAIN)\b/i, source: "Go's net and syscall; Node's net", example: 'dial tcp 10.96.14.7:15672: connect: connection refused', counterexample: 'tls: failed to verify certificate: x509: certificate signed by unknown authority' },
  { says: 'called Service', words: /(?<![\w.-])(?:[a-z0-9][a-z0-9-]{0,62}\.)?([a-z0-9][a-z0-9-]{0,62})\.([a-z0-9][a-z0-9-]{0,62})\.svc(?![\w-])/g, source: 'kubernetes/dns:docs/specification.md', example: 'Delete "http://foo.shop.svc:15672/api/users/foo1": EOF', counterexample: 'Post "https://api.svc.example.com": EOF' },
  // Objects that are left after their deletion (kubernetes-deletion.md 2.3). A comma is in each, and between errors.
  { says: 'left behind', words: /^Failed to delete all resource types, \d+ remaining: /, source: 'kubernetes/kubernetes:pkg/controller/namespace/deletion/status_condition_utils.go', example: 'Failed to delete all resource types, 1 remaining: unexpected items still remain' },
  { says: 'left behind', words: /unexpected items still remain in namespace: \S+ for gvr: [^,\s]*, Resource=[^,\s]+/g, source: 'kubernetes/kubernetes:pkg/controller/namespace/deletion/namespaced_resources_deleter.go', example: 'unexpected items still remain in namespace: shop for gvr: /v1, Resource=pods' },
  // An aggregated API that the server cannot discover: group and version. Global: each that is named counts.
  { says: 'stale API', words: /stale GroupVersion discovery: ([^/\s,]+)\/([^\s,]+)/g, source: 'kubernetes/kubernetes:staging/src/k8s.io/client-go/discovery/aggregated_discovery.go', example: 'stale GroupVersion discovery: metrics.k8s.io/v1beta1' },
  // Errors of webhooks and policies that the namespace controller reports.
  { says: 'of admission', words: /webhook|denied the request|denied request/, source: 'docs/reference/kubernetes-deletion.md 8', example: 'admission webhook "a.example.com" denied the request' },
  // Of APIs that cannot be discovered: told until the controller looks the next time.
  { says: 'of discovery', words: /stale GroupVersion|currently unable to handle|unable to retrieve the complete list/, source: 'kubernetes/kubernetes:staging/src/k8s.io/client-go/discovery', example: 'unable to retrieve the complete list of server APIs', counterexample: 'admission webhook "a.example.com" denied the request' },
  // Of objects that cannot be read.
  { says: 'of storage', words: /unable to decode|failed to (?:decode|list|read)|invalid group\/version/, source: 'docs/reference/kubernetes-deletion.md 11', example: 'failed to list stores.example.com' },
  // The error of a snapshot whose claim may not be protected.
  { says: 'claim is deleted', words: /is being deleted/, source: 'kubernetes-csi/external-snapshotter#349', example: 'persistent volume claim data is being deleted' },
  // Why a container runtime does not end the sandbox of a Pod, and which plugin: that to which another hands on last.
  { says: 'network stays', words: /failed to destroy network for (?:pod )?sandbox|networkPlugin cni failed to teardown pod/, source: 'containerd/containerd:internal/cri/server/sandbox_stop.go; cri-o/cri-o:server/sandbox_network.go; kubernetes/kubernetes:pkg/kubelet/dockershim/network/plugins.go (1.23)', example: 'rpc error: code = Unknown desc = failed to destroy network for sandbox "a1": cni plugin not initialized', counterexample: 'failed to stop container "a1": context deadline exceeded' },
  { says: 'CNI plugin', words: /plugin type=\\{0,3}"([\w.-]{1,63})\\{0,3}"(?: name=\\{0,3}"[^"]{1,80}")? failed \(delete\)/g, source: 'containernetworking/cni:libcni/api.go, delNetwork', example: 'plugin type=\\"calico\\" failed (delete): Unauthorized', counterexample: 'plugin type="calico" failed (add): Unauthorized' },
  { says: 'CNI plugin', words: /error invoking DelegateDel - \\{0,3}"([\w.-]{1,63})/g, source: 'k8snetworkplumbingwg/multus-cni:pkg/multus/multus.go, DelegateDel', example: 'delegateDel: error invoking DelegateDel - "ovn-k8s-cni-overlay": timed out' },
] as const satisfies readonly Words[]

export const server = tableOf(TABLE)
