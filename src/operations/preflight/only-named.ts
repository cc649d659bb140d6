import { DEFINITIONS } from '../../api/definitions.ts'

/** What is deleted by nothing but its own name: with it goes more than an object. */
export const ONLY_NAMED: ReadonlySet<string> = new Set([
  DEFINITIONS,
  'persistentvolumeclaims',
  'persistentvolumes',
  'namespaces',
])
