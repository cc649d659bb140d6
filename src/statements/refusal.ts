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

/** The value of which a cause of an invalid object says that it is not valid; undefined where it says none. */
export function valueIn(words: string): string | number | boolean | undefined {
  const [, quoted] = admission.find('bad value', words)
  return quoted === undefined ? undefined : (JSON.parse(quoted) as string | number | boolean)
}
