import type { KubeObject } from '../../api/object.ts'
import type { Field } from '../document/field.ts'
import type { KatalogEntry } from './katalog.ts'

/** Where onDelete was found: its siblings are the other hooks of the operator. */
export interface OperatorBox {
  readonly onDelete: Field
  readonly hooks: Field
  /** One of the two places that are not read any more. */
  readonly older: boolean
  /** The name of the target whose box it is. */
  readonly target?: string
}

/** The places of onDelete in an entry, by release. */
const LAYOUTS = [['reconciler'], ['operatorBox'], ['operatorBox', 'reconcile']] as const

/**
 * The onDelete for this custom resource: that of the target that its annotations name, which replaces the entry's own.
 * None, or two for one CRD, is a GroupsError.
 */
export function operatorBox({ name, entry }: KatalogEntry, object: KubeObject): OperatorBox {
  const target = targetOf(object)
  const perTarget = target === undefined ? undefined : targetEntry(entry, target)
  const own = perTarget === undefined ? undefined : findBox(perTarget)
  const box = own ?? findBox(entry)
  if (box === undefined)
    return entry.fail(
      `"${name}" has no onDelete, so there is no order to replay; leave the file away to go by what the resource owns`,
    )
  return target === undefined ? box : { ...box, target }
}

/** The alias is the more exact of the two annotations. */
function targetOf({ metadata }: KubeObject): string | undefined {
  const annotations = metadata.annotations ?? {}
  return (
    annotations['orkestra.orkspace.io/serve-alias'] || annotations['orkestra.orkspace.io/serve-target'] || undefined
  )
}

function targetEntry(entry: Field, target: string): Field {
  return (
    entry.down('serve', 'target', target) ??
    entry.fail(
      `the resource's annotations name the target "${target}", and serve.target has none of that name; give the file that has it`,
    )
  )
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
      `there is a second onDelete for the same CRD, the first in line ${first!.onDelete.line}; keep the one that your release reads`,
    )
  return first
}
