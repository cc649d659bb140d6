/** Where a product looks whether it is to leave an object alone. */
export type SwitchPlace =
  /** Of the object; `true` and `on`: only with that value, `present`: with any. */
  | { readonly annotation: string; readonly value: 'true' | 'on' | 'present' }
  | { readonly label: string }
  /** A field below spec (`paused`, `forProvider.deletionProtection`) that is true while on; `off`: false by default. */
  | { readonly field: string; readonly off?: string | null }
  /** A list below spec that pauses while it is empty, and what it is when nothing is said. */
  | { readonly field: string; readonly empty: true; readonly off: readonly string[] }

/** A switch of a product by which it leaves an object alone, as it is read there. */
export interface PauseSwitch {
  /** A finalizer or an API group; `*` at its start or end stands for any text. */
  readonly of: string
  /** As in the catalogue (`group/Kind`); any kind if left out. Needed where several products share a group. */
  readonly kinds?: readonly string[]
  readonly place: SwitchPlace
  /** On another object that pauses this one too: the one that a label or a field names, in the same namespace. */
  readonly on?: { readonly label?: string; readonly field?: string; readonly resource: string }
  /** Whether a deletion waits while it is on; false: the product finishes deletions all the same. */
  readonly stopsDeletion: boolean
  readonly source: string
}

/** A name by which products call such a switch, and the values by which it is on. */
export interface SwitchName {
  readonly name: RegExp
  readonly on: RegExp
  /** What turns a field off that is a text; null: nothing is said there any more. */
  readonly off?: string
}

const YES = /^(?!(false|disabled|off|0|no)$)/i
const NO = /^(false|disabled?|off|no|paused?|suspended|unmanaged)$/i

/**
 * Names for such a switch in products without a row, formed as crossplane.io/paused, cluster.x-k8s.io/paused,
 * strimzi.io/pause-reconciliation, stackgres.io/reconciliation-pause, argocd.argoproj.io/skip-reconcile,
 * serviceoperator.azure.com/reconcile-policy, spec.suspend of Flux, spec.managementState of OpenShift's operators.
 * The name alone does not tell whether a deletion waits.
 */
export const PAUSE_NAMES: { readonly mark: readonly SwitchName[]; readonly field: readonly SwitchName[] } = {
  /** Of annotations and labels. */
  mark: [
    {
      name: /\/(paused?|pause-reconcil\w+|paused-reconcil\w+|reconcil\w+-paused?|suspend(ed)?|skip-reconcil\w+|deletion-protection|delete-protection|prevent-deletion|protect-from-deletion)$/i,
      on: YES,
    },
    { name: /\/ignored?$/i, on: /^true$/i },
    { name: /\/(reconcile|reconcil\w*(-?loop)?|managed)$/i, on: NO },
  ],
  field: [
    {
      name: /^(paused|suspend|suspended|pauseReconcil\w+|reconcil\w+Paused|deletionProtection(Enabled)?|enableDeletionProtection|preventDeletion|protect(ed)?FromDeletion|preventDestroy|prevent_destroy)$/,
      on: /^true$/i,
    },
    { name: /^reconcil(e|iation)$/, on: NO },
    { name: /^reconcil(e|iation)Policy$/, on: /^(paused?|suspend(ed)?|never)$/i },
    { name: /^managementState$/, on: /^unmanaged$/i, off: 'Managed' },
  ],
}

/** Parts of a spec about other objects: spec.template, spec.values of Flux. Held by test/diagnosis/paused.test.ts. */
export const NOT_ITS_OWN = /template|manifest|^values|^patches$|^raw$|defaults?$|^objects?$/i

/** Parts of a spec that say how the object is looked after: what is paused there is that. */
export const LOOK_AFTER = /^(reconcil\w*|management|controller|operator|sync|lifecycle)$/i
/** Parts of a spec that are separate work: only that work is suspended there. Held by test/diagnosis/paused.test.ts. */
export const WORK_OF_ITS_OWN =
  /rollout|strategy|update|upgrade|schedul|backup|cron|job|node|pool|replica|scal|maintenance|alert|monitor|notif|retention|worker|canary|analysis|replication|snapshot/i

/** A confirmation that a product waits for before it deletes what an object made. */
export interface Confirmation {
  /** `*` at its end stands for any text. */
  readonly finalizer: string
  /** Where the object lists what has to be confirmed: entries with this field set. */
  readonly entries: string
  readonly flag: string
  /** The annotation of the object that confirms it, by a time that is no earlier than the deletion. */
  readonly annotation: string
  readonly source: string
}
