/** What a field of the object has to be: one of these values (null: absent), or a text that begins so. */
export type FieldTest = { readonly field: string } & (
  | { readonly is: readonly unknown[] }
  | { readonly startsWith: string }
)

/** Where an object of a product lists the resources that its controller deletes before it lets the object go. */
export interface Inventory {
  /** `plural.group`, or `*.group` for every type of a group. */
  readonly on: string
  /** Only while the object has a finalizer that starts with this. */
  readonly finalizer: string
  /** Where the entries are; lists on the way are walked. */
  readonly path: string
  /** Entries have fields (`kind`, `name`, `group` or `apiVersion`), or are ids `<namespace>_<name>_<group>_<kind>`. */
  readonly entry: 'fields' | 'id'
  /** All of these hold, or the resources are left alone. */
  readonly deletes?: readonly FieldTest[]
  /** One of these holds, or the resources are in another cluster. */
  readonly here?: readonly FieldTest[]
  /** Whether the controller waits until what it deleted is gone; false: it only has to delete it. */
  readonly waits: boolean
  /** Annotations that keep a resource that is not being deleted: with this value, or a comma-separated list with it. */
  readonly keeps?: readonly { readonly annotation: string; readonly value: string }[]
  /** Kinds that are left alone. */
  readonly spares?: readonly string[]
  /** Marks by which a resource says whose it is, should the list be older than that, or not be there. */
  readonly marks?: Marks
  readonly source: string
}

/** Labels with the object's name and namespace, or Argo CD's annotation `<name>:<group>/<kind>:<namespace>/<name>`. */
export type Marks = { readonly name: string; readonly namespace: string } | { readonly trackingId: string }

/**
 * Lists by which other products say what they made, named as in catalogue/ (status.resources of Argo CD,
 * status.inventory of Flux), spec.resourceRefs of Crossplane and status.relatedObjects of OpenShift's ClusterOperators.
 * Of these, only what is being deleted counts, and only if the object names no other cluster.
 */
export const INVENTORY_FIELDS =
  /^((managed|applied|deployed|created|owned|tracked|provisioned|installed)(Resource|Object)s?|resources?|resourceRefs|inventory|relatedObjects|objects|children|components)$/
/** Fields of a spec that may name another cluster, as spec.kubeConfig of Flux or spec.destination of Argo CD. */
export const OTHER_CLUSTER =
  /^(kube-?config|(target|remote|destination|member|workload)?-?clusters?|destination|target)(Ref|Name|SecretRef)?$/i
