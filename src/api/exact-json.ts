/**
 * JSON with exact whole numbers: the API has 64 bits for them, JavaScript 53. One that does not fit is read as a
 * bigint, and written as it was. (Node 20 cannot, and rounds.)
 */
export function parseExactJson(text: string): unknown {
  const exact = (_key: string, value: unknown, context?: { readonly source?: string }): unknown =>
    typeof value === 'number' && !Number.isSafeInteger(value) && /^-?\d+$/.test(context?.source ?? '')
      ? BigInt(context!.source!)
      : value
  return JSON.parse(text, exact)
}

/** The types of this library know neither this nor the third argument above. */
const { rawJSON } = JSON as unknown as { readonly rawJSON?: (text: string) => unknown }

/** A value as JSON, bigints as whole numbers. */
export function formatExactJson(value: unknown): string {
  const exact = (_key: string, each: unknown): unknown =>
    typeof each === 'bigint' ? (rawJSON?.(String(each)) ?? Number(each)) : each
  return JSON.stringify(value, exact)
}

/** Reviver of YAML that is read with `intAsBigInt`: bigints are for what a number cannot hold. */
export function exactNumber(_key: unknown, value: unknown): unknown {
  return typeof value === 'bigint' && Number.isSafeInteger(Number(value)) ? Number(value) : value
}
