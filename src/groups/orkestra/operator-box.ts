import type { KubeObject } from '../../api/object.ts'
import type { Field } from '../document/field.ts'
import type { KatalogEntry } from './katalog.ts'

/** Where onDelete was found: its siblings are the other hooks of the operator. */
export interface OperatorBox {
  readonly onDelete: Field
  readonly hooks: Field
  /** One of the two places that are not read any more. */
  readonly older: boolean
  /** The target that the resource's annotations name, whether or not the box is its own. */
  readonly target?: { readonly name: string; readonly entry: Field }
}

/** The places of onDelete in an entry, by release. */
const LAYOUTS = [['reconciler'], ['operatorBox'], ['operatorBox', 'reconcile']] as const

/**
 * The onDelete for this custom resource: that of the target that its annotations name, which replaces the entry's own.
 * None, or two for one CRD, is a GroupsError.
 */
export function operatorBox({ name, entry }: KatalogEntry, object: KubeObject): OperatorBox {
  const target = targetOf(entry, object)
  const own = target === undefined ? undefined : findBox(target.entry)
  const box = own ?? findBox(entry)
  if (box === undefined)
    return entry.fail(
      `"${name}" has no onDelete, so there is no order to replay; run it without -f to use what the resource owns`,
    )
  return target === undefined ? box : { ...box, target }
}

/** The alias is the more exact of the two annotations. */
function targetOf(entry: Field, { metadata }: KubeObject): OperatorBox['target'] {
  const annotations = metadata.annotations ?? {}
  const name = annotations['orkestra.orkspace.io/serve-alias'] || annotations['orkestra.orkspace.io/serve-target']
  if (!name) return undefined
  const target = entry.down('serve', 'target', name)
  return target === undefined
    ? entry.fail(
        `its annotations name the target "${name}", which serve.target does not have; specify the file that has it`,
      )
    : { name, entry: target }
}

function findBox(entry: Field): OperatorBox | undefined {
  const found = LAYOUTS.flatMap(layout => {
    const hooks = entry.down(...layout)
    const onDelete = hooks?.at('onDelete')
    return hooks === undefined || onDelete === undefined ? [] : [{ hooks, onDelete, older: layout !== LAYOUTS[2] }]
  })
  const [first, second] = found
  if (second !== undefined)
    second.onDelete.fail(
      `only one onDelete is allowed for a CRD, and the first is in line ${first!.onDelete.line}; keep the one that your release reads`,
    )
  return first
}
