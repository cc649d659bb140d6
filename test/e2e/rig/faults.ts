import type { Exchange, Fault } from './faulty-server.ts'

/** What can go wrong with one request, each with its name: the words of a trial that did not hold. */
export interface NamedFault {
  readonly name: string
  readonly fault: Fault
  /** The program is signalled by it. */
  readonly signal?: NodeJS.Signals
  /** The real server did what was asked, and the program was not told so. */
  readonly isDone?: boolean
}

const JSON_TYPE = { 'content-type': 'application/json' }
const HTML_TYPE = { 'content-type': 'text/html' }

const REASONS: Readonly<Record<number, string>> = {
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  409: 'Conflict',
  410: 'Expired',
  429: 'TooManyRequests',
  500: 'InternalError',
  503: 'ServiceUnavailable',
  504: 'Timeout',
}

export const named = (name: string, fault: Fault): NamedFault => ({ name, fault })

/** As the API server itself answers; it asks to be asked again where `retryAfter` is given, in seconds. */
export function status(code: number, { retryAfter }: { retryAfter?: number } = {}): NamedFault {
  const body = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure', message: 'a fault', code }
  const again = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) }
  return named(`${code}${retryAfter === undefined ? '' : ' Retry-After'}`, exchange =>
    exchange.answer(code, JSON.stringify({ ...body, reason: REASONS[code] }), { ...JSON_TYPE, ...again }),
  )
}

/** As a gateway before the API server answers. */
export const html = (code: number): NamedFault =>
  named(`${code} HTML`, exchange => exchange.answer(code, '<html>a gateway says so</html>', HTML_TYPE))

export const plain = (code: number): NamedFault =>
  named(`${code} plain`, exchange => exchange.answer(code, '404 page not found\n', { 'content-type': 'text/plain' }))

export const empty = (code: number): NamedFault => named(`${code} empty`, exchange => exchange.answer(code, ''))

/** A whole answer of JSON that is not what was asked for. */
export const shape = (body: string): NamedFault =>
  named(`200 ${body}`, exchange => exchange.answer(200, body, JSON_TYPE))

export const garbage = shape('{"kind":"Bucket","metadata":{"na')

/** The connection breaks before the server has seen the request. */
export const reset = named('reset', exchange => exchange.reset())

/** No answer comes, and the server has not seen the request. */
export const hang = named('hang', () => undefined)

/** No connection stands from here on, and the server has not seen the request. */
export const down = named('down', exchange => exchange.goDown())

/** The answer of the server breaks off in its middle. */
export const cut: NamedFault = {
  ...named('cut', async exchange => exchange.answerHalf(await exchange.forward(), true)),
  isDone: true,
}

/** The answer of the server stands still in its middle. */
export const stall: NamedFault = {
  ...named('stall', async exchange => exchange.answerHalf(await exchange.forward(), false)),
  isDone: true,
}

/** The server does what was asked; then this happens in place of its answer. */
export function done({ name, fault }: NamedFault): NamedFault {
  const both = async (exchange: Exchange): Promise<void> => {
    await exchange.forward()
    await fault(exchange)
  }
  return { name: `done, ${name}`, fault: both, isDone: true }
}

/** The program is signalled, and gets its answer all the same. */
export const signalled = (signal: NodeJS.Signals): NamedFault => ({
  name: `${signal}, answered`,
  signal,
  fault: async exchange => {
    exchange.signal(signal)
    const { status: code, body, headers } = await exchange.forward()
    exchange.answer(code, body, headers)
  },
})

/** The program is signalled, and then this happens. */
export const signalledThen = (signal: NodeJS.Signals, { name, fault, isDone = false }: NamedFault): NamedFault => ({
  name: `${signal}, ${name}`,
  signal,
  isDone,
  fault: async exchange => {
    exchange.signal(signal)
    await fault(exchange)
  },
})
