import type { ApiRequest } from './transport.ts'

/** The path of a request with its query. */
export function targetOf({ path, query }: Pick<ApiRequest, 'path' | 'query'>): string {
  const text = new URLSearchParams(query).toString()
  return text === '' ? path : `${path}?${text}`
}
