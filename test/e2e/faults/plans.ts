import {
  cut,
  done,
  down,
  empty,
  garbage,
  hang,
  html,
  type NamedFault,
  plain,
  reset,
  shape,
  signalled,
  signalledThen,
  stall,
  status,
} from '../rig/faults.ts'
import type { Point } from './points.ts'
import type { Plan } from './trial.ts'

/** One fault at each request. */
const EVERYWHERE: readonly NamedFault[] = [
  reset,
  status(503),
  signalledThen('SIGINT', hang),
  signalled('SIGINT'),
  status(401),
]

/** The server did it, and its answer does not come, or is none of an API server: what came of it is to be looked up. */
const LOST: readonly NamedFault[] = [
  ...[500, 503, 504].map(code => done(status(code))),
  // It asks to be asked again: what may have been done is looked up first.
  ...[429, 500, 503, 504].map(code => done(status(code, { retryAfter: 1 }))),
  ...[502, 520].map(code => done(html(code))),
  done(reset),
  done(garbage),
  cut,
]

/** The server did it, and somebody before it answers as if it was refused, or was something else. */
const ODD: readonly NamedFault[] = [
  done(html(200)),
  done(empty(200)),
  ...['{}', 'null', '{"items":null}', '[]'].map(body => done(shape(body))),
]

/** The server did not do it. */
const NOT_DONE: readonly NamedFault[] = [
  ...[500, 503, 504, 429, 401, 403, 409, 410].map(code => status(code)),
  ...[429, 500, 503].map(code => status(code, { retryAfter: 1 })),
  html(502),
  html(520),
  plain(404),
  reset,
  garbage,
  html(200),
  ...['{}', 'null', '{"items":null}', '[]'].map(shape),
]

const FORMATS = ['json', 'text'] as const

/** As many faults for each request before the first change, one after the other: `few` where a run is long. */
export function early(points: readonly Point[], few = 2): readonly Plan[] {
  return points
    .filter(({ isLate }) => !isLate)
    .flatMap((point, index) =>
      Array.from({ length: few }, (_, nth): Plan => {
        const fault = EVERYWHERE[(index * few + nth) % EVERYWHERE.length]!
        return { point, fault, extent: 'once', format: FORMATS[(index + nth) % 2]! }
      }),
    )
}

/** Each fault at each request from the first change on. */
export function late(points: readonly Point[]): readonly Plan[] {
  return points
    .filter(({ isLate }) => isLate)
    .flatMap((point, index) =>
      EVERYWHERE.map((fault, nth): Plan => ({ point, fault, extent: 'once', format: FORMATS[(index + nth) % 2]! })),
    )
}

/** SIGTERM at each request from the first change on, as nobody answers any more. */
export function terminated(points: readonly Point[]): readonly Plan[] {
  const fault = signalledThen('SIGTERM', hang)
  return points
    .filter(({ isLate }) => isLate)
    .map((point, index): Plan => ({ point, fault, extent: 'after', format: FORMATS[index % 2]! }))
}

const writes = (points: readonly Point[]): readonly Point[] => points.filter(({ isWrite }) => isWrite)

/** The server makes each change, and the answer is lost, once. */
export function lost(points: readonly Point[]): readonly Plan[] {
  return writes(points).flatMap(point =>
    LOST.map((fault, nth): Plan => ({ point, fault, extent: 'once', format: FORMATS[nth % 2]! })),
  )
}

/** The same as often as it is asked for, and answers of which nobody can tell what they mean. */
export function odd(points: readonly Point[]): readonly Plan[] {
  return writes(points).flatMap(point => [
    ...LOST.map((fault, nth): Plan => ({ point, fault, extent: 'each', format: FORMATS[(nth + 1) % 2]! })),
    ...ODD.map((fault): Plan => ({ point, fault, extent: 'once', format: 'json' })),
  ])
}

/** Each change does not come to the server, once and as often as it is asked for. */
export function notDone(points: readonly Point[]): readonly Plan[] {
  return writes(points).flatMap(point =>
    NOT_DONE.flatMap(fault =>
      (['once', 'each'] as const).map((extent): Plan => ({ point, fault, extent, format: 'json' })),
    ),
  )
}

/** From each request on, from the first change, every connection breaks (in the handshake too), or every answer is an error. */
export function broken(points: readonly Point[], words: readonly string[] = ['--timeout', '5s']): readonly Plan[] {
  const faults = [reset, status(503), done(reset), down]
  return points
    .filter(({ isLate }) => isLate)
    .flatMap((point, index) =>
      faults.map((fault, nth): Plan => {
        const format = FORMATS[(index + nth) % 2]!
        return { point, fault, extent: 'after', format, ...(fault === down && { tls: true }), words }
      }),
    )
}

/** From each request on, from the first change, no answer comes: the time that was given for it is kept. */
export function silent(points: readonly Point[]): readonly Plan[] {
  return points
    .filter(({ isLate }) => isLate)
    .flatMap((point, index) =>
      [hang, stall].map(
        (fault, nth): Plan => ({
          point,
          fault,
          extent: 'after',
          format: FORMATS[(index + nth) % 2]!,
          words: ['--timeout', '3s'],
          mostSeconds: 45,
        }),
      ),
    )
}
