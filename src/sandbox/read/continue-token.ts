import { badRequest } from '../answer/refusal.ts'

/** Where a page ended: opaque to clients, the same JSON in base64url that the real server uses. */
export interface ContinueToken {
  /** Revision of the whole list; -1 = go on at the latest, inconsistently. */
  readonly revision: number
  /** First key of the next page, relative to what is listed. */
  readonly start: string
}

export function encodeContinue(token: ContinueToken): string {
  const json = JSON.stringify({ v: 'meta.k8s.io/v1', rv: token.revision, start: token.start })
  return Buffer.from(json).toString('base64url')
}

/** Throws 400 for a token that this server did not make. */
export function decodeContinue(text: string): ContinueToken {
  const json = Buffer.from(text, 'base64url').toString()
  let token: { v?: string; rv?: number; start?: string }
  try {
    token = JSON.parse(json)
  } catch {
    throw badRequest('invalid continue token: continue key is not valid: unexpected end of JSON input')
  }
  if (token.v !== 'meta.k8s.io/v1') {
    throw badRequest(
      `invalid continue token: continue key is not valid: server does not recognize this encoded version ${token.v}`,
    )
  }
  if (token.rv === undefined || token.rv === 0 || token.start === undefined || token.start === '') {
    throw badRequest('invalid continue token: continue key is not valid: incorrect encoded start resourceVersion')
  }
  return { revision: token.rv, start: token.start }
}
