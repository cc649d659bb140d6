import type { RequestHook } from '../../src/sandbox/sandbox.ts'
import type { Random } from './random.ts'
import { hostileText } from './texts.ts'

const REASONS = ['Forbidden', 'InternalError', 'NotFound', 'ServiceUnavailable', 'Invalid', 'Conflict', 'Unknown', '']
const CODES = [400, 401, 403, 404, 405, 409, 410, 422, 500, 503]

/** An API server that answers some requests, the same ones each time, with an error that says anything. */
export function faulty(random: Random): RequestHook {
  const [every, at] = [2 + random.below(6), random.below(6)]
  const message = hostileText(random)
  const code = random.pick(CODES)
  const details = { name: hostileText(random), causes: [{ reason: hostileText(random), message }] }
  const status = {
    kind: 'Status',
    apiVersion: 'v1',
    metadata: {},
    status: 'Failure',
    reason: random.pick(REASONS),
    message,
    code,
    details,
  }
  const json = JSON.stringify(status)
  const body = Buffer.from(
    random.pick([json, json, json, json.slice(0, 40), message, `<html>${message}`, '', 'null', '[]', '{}']),
  )
  const type = random.pick([
    'application/json',
    'application/json',
    'text/plain',
    'text/html',
    hostileText(random).slice(0, 99),
  ])
  return ({ path, method }) => {
    if (path === '/api' || path === '/apis' || [...`${method}${path}`].length % every !== at % every) return undefined
    return {
      status: code,
      headers: { 'content-type': type },
      body: (async function* () {
        yield body
      })(),
    }
  }
}
