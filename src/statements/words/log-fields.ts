import { tableOf, type Words } from './words.ts'

/** Names of fields by which loggers tell the object of a line, and the controller. Kinds and plurals count as well. */
// biome-ignore format: a table is read by its columns
const TABLE = [
  // `namespace/name`, or the name alone of what has no namespace; also a record with both.
  { says: 'object', words: /^(?:(?:object|obj|resource)(?:[-_]?(?:key|ref))?|reconcile|req(?:uest)?|(?:work[-_]?)?item|key|namespaced[-_]?(?:name|key)|app-qualified-name|target|instance|cr)$/i, source: 'kubernetes-sigs/controller-runtime, "request" and "object"; aws/aws-app-mesh-controller-for-k8s#360; klog KObj; argoproj/argo-cd:util/log, GetAppLog', example: 'NamespacedKey', counterexample: 'controller' },
  // The name, where the namespace stands beside it.
  { says: 'name', words: /^(?:name|Name|objectName|object_name|resource_name|resourceName|resource-name|crName|RequestName)$/, source: 'kubernetes-sigs/controller-runtime:pkg/builder/controller.go; cert-manager/cert-manager:pkg/logs/logs.go, resource_name; kubeslice/kubeslice-controller#361', example: 'resource_name', counterexample: 'hostname' },
  { says: 'namespace', words: /^(?:namespace|Namespace|ns|objectNamespace|object_namespace|resource_namespace|resourceNamespace|resource-namespace|namespaceName|RequestNamespace|app-namespace)$/, source: 'the same', example: 'resource_namespace', counterexample: 'release' },
  { says: 'uid', words: /^(?:uid|UID|objectUID|object_uid|resource_uid|resourceUID)$/, source: 'klog and controller-runtime, by habit', example: 'uid', counterexample: 'reconcileID' },
  // The kind of that object.
  { says: 'kind', words: /^(?:kind|Kind|objectKind|object_kind|resource_kind|resourceKind|syncKind|controllerKind|controller kind|reconciler kind)$/, source: 'kubernetes-sigs/controller-runtime:pkg/builder/controller.go, controllerKind; datashim-io/datashim#341, reconciler kind', example: 'reconciler kind', counterexample: 'name' },
  // The kind that the controller which speaks is for, whatever its own name is.
  { says: 'kind of controller', words: /^(?:controllerKind|controller kind|reconciler kind)$/, source: 'the same; cloudnative-pg/cloudnative-pg#6155: "controller": "instance-database-role"', example: 'controllerKind', counterexample: 'kind' },
  { says: 'group', words: /^(?:group|Group|controllerGroup|reconciler group|resource_group|apiGroup)$/, source: 'the same', example: 'controllerGroup', counterexample: 'kind' },
  // Core objects that others use.
  { says: 'claim', words: /^(?:pvcs?|pvc_?names?|claims?|claim_?names?|persistent_?volume_?claims?(?:_?names?)?)$/i, source: 'fluid-cloudnative/fluid#176', example: 'pvc', counterexample: 'pv' },
  { says: 'volume', words: /^(?:pvs?|pv_?names?|persistent_?volumes?(?:_?names?)?)$/i, source: 'openshift/local-storage-operator:pkg/controllers/localvolume', example: 'pvNames', counterexample: 'pvc' },
  // The controller that speaks, by a name of its own.
  { says: 'controller', words: /^(?:controller|controllerName|controller-name|reconciler|worker)$/, source: 'kubernetes-sigs/controller-runtime:pkg/builder/controller.go, controller', example: 'controller', counterexample: 'controllerKind' },
  // A logger that a framework has for lines about objects of any kind.
  { says: 'logger of all', words: /^kopf\.objects$/, source: 'nolar/kopf:kopf/_core/actions/loggers.py', example: 'kopf.objects', counterexample: 'controllers.objects' },
  // A key for a name, after the word for what has it.
  { says: 'ends in name', words: /(?<=\w)[-_]?names?$/i, source: 'zalando/postgres-operator:pkg/controller/util.go, cluster-name', example: 'cluster-name', counterexample: 'name' },
  // What a controller is called after its kind.
  { says: 'suffix', words: /[-_. ]?(?:controller|reconciler|manager|operator|sync|worker)s?$/i, source: 'names of controllers', example: 'bucket-controller', counterexample: 'bucket' },
] as const satisfies readonly Words[]

export const logFields = tableOf(TABLE)
