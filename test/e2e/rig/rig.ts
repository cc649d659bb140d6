import { createApi } from './api.ts'
import { createCrd } from './crd.ts'
import * as byHand from './namespace.ts'
import { target } from './target.ts'

export { kubectl, kubectlAvailable } from './kubectl.ts'
export { type Ran, type RunOptions, run, runProgram } from './run.ts'
export { target } from './target.ts'
export { unique } from './unique.ts'

/** The target's API server with all rights, asked without any code of the program under test. */
export const api = createApi(target().admin)

/** A namespace of its own for this test, created; its name. */
export const namespace = (): Promise<string> => byHand.createNamespace(api)

/** Writes spec.finalizers of a namespace past its controller, which may write at the same time. */
export const setNamespaceFinalizers = (name: string, finalizers: readonly string[]): Promise<void> =>
  byHand.setNamespaceFinalizers(api, name, finalizers)

/** Ends a terminating namespace with whatever is in it. */
export const endByForce = (name: string): Promise<void> => byHand.endByForce(api, name)

/** A type of its own for this test, served and discoverable. */
export const crd = (options: Parameters<typeof createCrd>[1] = {}) => createCrd(api, options)
