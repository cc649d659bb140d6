import { admission } from './words/admission.ts'

/** What refused, of the plugins of admission that name neither a webhook nor a policy. */
export type Refusal =
  | { readonly by: 'quota'; readonly name: string }
  | { readonly by: 'pod security' | 'limits' }
  /** A condition of a webhook that must not fail, and that cannot be evaluated. */
  | { readonly by: 'condition'; readonly expression: string }

export function refusalsIn(words: string): readonly Refusal[] {
  const [quota, name] = admission.find('quota', words)
  const [condition, expression] = admission.find('bad condition', words)
  return [
    ...(quota === undefined ? [] : [{ by: 'quota' as const, name: name! }]),
    ...(!admission.has('pod security', words) ? [] : [{ by: 'pod security' as const }]),
    ...(!admission.has('limits', words) ? [] : [{ by: 'limits' as const }]),
    ...(condition === undefined ? [] : [{ by: 'condition' as const, expression: expression! }]),
  ]
}

/** Why a policy could not be set up: it has no params, or their type is not served. */
export function missingParamsIn(words: string): { readonly unserved: string | undefined } | undefined {
  const [, unserved] = admission.find('unserved params', words)
  return unserved === undefined && !admission.has('no params', words) ? undefined : { unserved }
}

/** Whether it is the server's authorizer that refuses, or nothing yet: that tells nothing of the request itself. */
export function saysUnauthorized(words: string): boolean {
  return admission.has('unauthorized', words)
}

/** Whether a webhook answers, with a certificate that the server does not accept. */
export function saysBadCertificate(words: string): boolean {
  return admission.has('bad certificate', words)
}

/** Whether the server of a webhook answers that it does not have the path at which it is called. */
export function saysNoSuchPath(words: string): boolean {
  return admission.has('no such path', words)
}

/** The value of which a cause of an invalid object says that it is not valid; undefined where it says none. */
export function valueIn(words: string): string | number | boolean | undefined {
  const [, quoted] = admission.find('bad value', words)
  return quoted === undefined ? undefined : (JSON.parse(quoted) as string | number | boolean)
}
