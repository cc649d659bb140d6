import { message, type Sentence } from '../../messages/sentence.ts'
import { type Remedy, toInspect, toRepair, toWait } from '../explanation.ts'
import { commandLine } from '../shell-quote.ts'
import type { StuckObject } from '../stuck-object.ts'

/** Seconds that `kubectl wait` is given beyond the time at which the end is due. */
const SLACK_SECONDS = 30

/** What to do about a Pod: to wait for its end, to give it less time, and to look. */
export function podRemedies({ ref }: StuckObject) {
  const place = ['-n', ref.namespace ?? 'default']
  const waiting = ['kubectl', 'wait', '--for', 'delete', `pod/${ref.name}`, ...place]
  const inspect = (summary: Sentence, ...words: readonly string[]): Remedy =>
    toInspect(summary, [commandLine('kubectl', ...words)])
  return {
    wait: (summary: Sentence, seconds: number): Remedy =>
      toWait(summary, [commandLine(...waiting, '--timeout', `${Math.ceil(seconds) + SLACK_SECONDS}s`)]),
    /** The server takes a second DELETE with less time, and the kubelet goes by it. */
    shorten: (): Remedy =>
      toRepair(
        message('ShortenGrace'),
        [commandLine('kubectl', 'delete', 'pod', ref.name, ...place, '--grace-period=30', '--wait=false')],
        'high',
      ),
    describePod: (summary: Sentence): Remedy => inspect(summary, 'describe', 'pod', ref.name, ...place),
    describeNode: (node: string, summary: Sentence): Remedy => inspect(summary, 'describe', 'node', node),
  }
}
