import type { Choice } from './choice.ts'

/** The guards that --override can pass. */
export const overridable: readonly Choice[] = [
  { text: 'ProtectedFinalizer', about: 'the finalizer protects data or belongs to Kubernetes itself' },
  { text: 'ControllerAlive', about: "the finalizer's controller works" },
  { text: 'ControllerUnknown', about: 'nothing shows whose finalizer it is' },
  { text: 'NamespaceNotEmpty', about: 'something in the namespace remains' },
  { text: 'IncompleteRead', about: 'something that the decision needs could not be read' },
  { text: 'RepairFirst', about: 'a repair would end the wait without losing anything' },
]
