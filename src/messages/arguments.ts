import type { Messages } from './sentence.ts'

// What messages name that is more than a text, as their words define it.
export type { ManagerWork } from '../render/words/controller-manager.ts'
export type { NodeFailure } from '../render/words/pods.ts'
export type { Request } from '../render/words/rescue-steps.ts'
export type { Standstill } from '../render/words/silence.ts'
export type { Names } from '../render/words/template.ts'
export type { WaveReason } from '../render/words/wave-reason.ts'
export type { IdleState } from '../render/words/workloads.ts'

/** Before what a webhook or a policy is told to let what is being deleted pass. */
export type LetPassWhen = Messages['IgnoreDeleted']['when']
/** What a Namespace goes by without force: its controller, or the removal of its last finalizer. */
export type NamespaceEnder = Messages['WentUnforced']['by']
/** By what of its spec a Kustomization of Flux leaves its objects when it is deleted. */
export type Leaving = NonNullable<Messages['KustomizationPrunes']['leaves']>
