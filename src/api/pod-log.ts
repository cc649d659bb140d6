/** What the API serves the log of a container at, as RBAC names it. */
export const POD_LOG = 'pods/log'

/** The end of what a container of a Pod wrote. */
export interface PodLog {
  readonly pod: string
  readonly container: string
  /** Of the container before its last restart. */
  readonly previous: boolean
  /** The first deletion among the objects that are explained (RFC 3339): from then on lines are of interest. */
  readonly since: string
  /** Oldest first: `TIME TEXT`, the time by the clock of the node (RFC 3339). What looks like a secret is replaced. */
  readonly lines: readonly string[]
  /** A line from before `since` is among them: none is missing from then on. */
  readonly whole: boolean
}

/** `2026-03-01T12:00:03.000000001Z`, as a kubelet writes it; Date.parse alone takes far more for a time. */
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)(?= |$)/

/** When a line was written, in ms since 1970; NaN for what is no line of a log. */
export function timeOfLine(line: string): number {
  return Date.parse(TIME.exec(line)?.[0] ?? '')
}

/** Whether nothing is missing from a moment on (ms): only an older line proves that, since a node drops old files. */
export function reachesBackTo({ lines }: Pick<PodLog, 'lines'>, moment: number): boolean {
  return lines.length > 0 && timeOfLine(lines[0]!) <= moment
}
