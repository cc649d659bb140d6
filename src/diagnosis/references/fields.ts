/** What kind of thing a field of a spec names, told by the form of its name alone. */
export interface FieldShape {
  readonly field: RegExp
  /** `plural.group` of what it names. */
  readonly resource: string
  /** The value is the name itself (`string`), or an object that has it as `name`; `key`: with a `key` beside it. */
  readonly value: 'string' | 'object' | 'key'
  /** Whether it is a means by which a controller acts, so that it cannot do without: a credential, an identity. */
  readonly means: boolean
  /** As often it says where the controller is to write: then its name alone does not tell that it is needed. */
  readonly mayBeMade?: true
  readonly source: string
}

/** Field names that products share. A contributor adds a row; where two rows match, the first counts. */
// biome-ignore format: a table is read by its columns
export const FIELD_SHAPES: readonly FieldShape[] = [
  { field: /^(.+S|s)erviceAccountName$/, resource: 'serviceaccounts', value: 'string', means: true, source: 'fluxcd/flux2#997' },
  { field: /^(.+S|s)erviceAccount$/, resource: 'serviceaccounts', value: 'string', means: true, source: 'hashicorp/vault-secrets-operator#100' },
  { field: /^(.+S|s)erviceAccount$/, resource: 'serviceaccounts', value: 'object', means: true, source: 'external-secrets/external-secrets:apis/meta/v1/types.go, ServiceAccountSelector' },
  { field: /^(.+S|s)erviceAccountRef(erence)?$/, resource: 'serviceaccounts', value: 'object', means: true, source: 'external-secrets/external-secrets:apis/externalsecrets/v1/secretstore_vault_types.go' },
  { field: /^(.+S|s)ecretName$/, resource: 'secrets', value: 'string', means: true, mayBeMade: true, source: 'kubernetes/kubernetes:staging/src/k8s.io/api/core/v1/types.go, SecretVolumeSource' },
  { field: /^(.+S|s)ecret(Key)?Ref(erence)?$/, resource: 'secrets', value: 'object', means: true, source: 'fluxcd/pkg:apis/meta/reference_types.go, KubeConfigReference; kubernetes/kubernetes:staging/src/k8s.io/api/core/v1/types.go, SecretKeySelector' },
  { field: /^(.+S|s)ecret$/, resource: 'secrets', value: 'object', means: true, mayBeMade: true, source: 'kubernetes/kubernetes:staging/src/k8s.io/api/core/v1/types.go, SecretProjection' },
  // As a text a field that is only called secret may hold the secret itself.
  { field: /^(existing|auth|.*[cC]redentials?)Secret$/, resource: 'secrets', value: 'string', means: true, source: 'bitnami/charts:bitnami/postgresql/values.yaml, auth.existingSecret' },
  { field: /(credentials?|token|password|apiKey|accessKey|secretKey)(Ref|From)?$/i, resource: 'secrets', value: 'key', means: true, source: 'kubernetes/kubernetes:staging/src/k8s.io/api/core/v1/types.go, SecretKeySelector' },
  { field: /^(.+C|c)onfigMapName$/, resource: 'configmaps', value: 'string', means: false, mayBeMade: true, source: 'kubernetes/kubernetes:staging/src/k8s.io/api/core/v1/types.go, ConfigMapNodeConfigSource' },
  { field: /^(.+C|c)onfigMap(Key)?Ref(erence)?$/, resource: 'configmaps', value: 'object', means: false, source: 'kubernetes/kubernetes:staging/src/k8s.io/api/core/v1/types.go, ConfigMapKeySelector' },
  { field: /^(s|.+S)caleTargetRef$/, resource: 'deployments.apps', value: 'object', means: true, source: 'kedacore/keda#1470' },
]

/** The path of a Secret or ConfigMap that is read: `valueFrom` of Kubernetes, `existingSecret` of charts, English. */
export const READ_BY = /credentials?|auth|password|token|kube-?config|existing|valueFrom|\bfrom\b/i
/** The path of one that is written; it wins: external-secrets/external-secrets:apis/externalsecrets, spec.target. */
export const WRITTEN_TO = /(^|\.)(target|destination|sink|export)/i

/**
 * Kinds by which controllers reach a provider: ProviderConfig (Crossplane), SecretStore (External Secrets), Issuer
 * (cert-manager), VaultConnection and VaultAuth (hashicorp/vault-secrets-operator#100), and kinds named alike.
 */
export const MEANS_BY_KIND =
  /(Provider|Client)Config$|(Store|Issuer|Connection|Auth|Authentication|Credentials?|Identity|Account|Provider|Login|Session|Realm)$/

/** Fields of a Pod: an account beside one of them is that of the Pods which a controller starts, not its own. */
export const POD_FIELDS: ReadonlySet<string> = new Set(
  'image images replicas containers podTemplate podMetadata affinity tolerations nodeSelector securityContext'.split(
    ' ',
  ),
)

/** Fields of a spec by which what it names of Kubernetes' own types may be in another cluster. */
export const OF_ANOTHER_CLUSTER = /^(target|remote|destination|workload|member|spoke)-?clusters?(Ref|Name)?$/i

/**
 * Parts of a spec whose references say nothing of the deletion, by the field's name: what the controller makes or takes
 * along itself (which is gone first, as it should be), what belongs to Pods it starts, manifests that are only carried.
 */
export const NOT_NEEDED: readonly { readonly field: RegExp; readonly because: string; readonly source: string }[] = [
  {
    field: /^(write|publish|output|generated?|created?|save|result)/i,
    because: 'made by the controller',
    source: 'crossplane/crossplane-runtime:apis/common/v1/resource.go, WriteConnectionSecretToReference',
  },
  {
    field: /^privateKeySecretRef$/,
    because: 'made by the controller',
    source: 'cert-manager/cert-manager:pkg/apis/acme/v1/types_issuer.go, ACMEIssuer.PrivateKey',
  },
  {
    field: /^(sourceRef|chartRef|dataSource(Ref)?|dataFrom)$|^(restore|clone|recover)/,
    because: 'read when it was made, and not for its end',
    source:
      'fluxcd/kustomize-controller:internal/controller/kustomization_controller.go, finalize goes by the inventory alone',
  },
  {
    field: /^(pipeline|task|workflowTemplate|clusterWorkflowTemplate|template|image|revision|schedule|policy)Ref$/,
    because: 'what is to be run, read when it starts',
    source: 'tektoncd/pipeline:pkg/apis/pipeline/v1/pipelinerun_types.go, PipelineRunSpec.PipelineRef',
  },
  {
    field: /connectionSecret|dataSecretName|^bootstrap$/i,
    because: 'made, and taken along, by the controller',
    source: 'kubernetes-sigs/cluster-api:api/core/v1beta2/machine_types.go, Bootstrap.DataSecretName',
  },
  {
    field: /^(infrastructureRef|controlPlaneRef|resourceRefs?|claimRef|dataVolumeRef)$/,
    because: 'deleted by the controller itself',
    source:
      'kubernetes-sigs/cluster-api:api/core/v1beta2/machine_types.go; crossplane/crossplane-runtime:pkg/resource/unstructured/composite/composite.go, spec.resourceRefs',
  },
  {
    field:
      /template|manifest|^values|^patches$|^raw|^((managed|owned|tracked|applied|deployed|created)-?)?(resources?|objects?)$|^inventory$/i,
    because: 'carried, not used, or managed, and gone first',
    source:
      'crossplane-contrib/provider-kubernetes:apis/object/v1alpha2/types.go, ObjectParameters.Manifest; kubevela/kubevela#7052, spec.managedResources',
  },
  {
    field: /^backendRefs?$/,
    because: 'where traffic is sent; often deleted together with what names it',
    source: 'kubernetes-sigs/gateway-api:apis/v1/shared_types.go, BackendRef; aws/aws-application-networking-k8s#115',
  },
  {
    field: /^(volumes|volumeMounts|env|envFrom|containers|initContainers|sidecars|(image)?[pP]ullSecret.*)$/,
    because: 'of Pods',
    source: 'kubernetes/kubernetes:staging/src/k8s.io/api/core/v1/types.go, PodSpec',
  },
  {
    field: /tls|certificate|webhook/i,
    because: 'what is served, not what is needed to clean up',
    source:
      'cert-manager/cert-manager:pkg/apis/certmanager/v1/types_certificate.go, CertificateSpec.SecretName is its output',
  },
]
