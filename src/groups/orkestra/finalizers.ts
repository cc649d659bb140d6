import type { Field } from '../document/field.ts'

/** The operator's own, of all its releases and both its names. */
const OWN = [
  'orkestra.orkspace.io/cleanup',
  'orkestra.orkspace.io/finalizer',
  'orkestra.konductor.io/finalizer',
  'inrun.dev/cleanup',
  'inrun.dev/finalizer',
]

/** What the operator removes when its groups are done: its own finalizers and those that the file gives it. */
export function finalizersOf(entry: Field, katalog: Field): readonly string[] {
  const written = [
    katalog.down('spec', 'finalizers'),
    entry.down('operatorBox', 'finalizers'),
    entry.down('operatorBox', 'runtime', 'finalizers'),
  ]
  return [...new Set([...OWN, ...written.flatMap(list => list?.texts() ?? [])])]
}
