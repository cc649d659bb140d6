import { ApiFailure, type Fault } from '../../src/api/failure.ts'

/** The Fault that a promise is rejected with; throws when it is not rejected, or with anything but an ApiFailure. */
export async function faultOf(work: Promise<unknown>): Promise<Fault & { readonly message: string }> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof ApiFailure)) throw new Error('expected an ApiFailure', { cause: error })
  return { ...error.fault, message: error.message }
}
