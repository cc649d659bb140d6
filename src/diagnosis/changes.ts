import type { Unreadable } from '../api/terminating.ts'
import type { Cause } from './explanation.ts'

/** What of a moment is told of. */
export interface CauseSnapshot {
  readonly causes: readonly Cause[]
  readonly unreadable: readonly Unreadable[]
}

export type Change =
  | { readonly event: 'CauseFound' | 'CauseEnded'; readonly cause: Cause }
  | { readonly event: 'CauseChanged'; readonly cause: Cause; readonly before: Cause }
  | { readonly event: 'Unreadable' | 'Readable'; readonly unreadable: Unreadable }

/** Causes that are new, ended, or changed in code, verdict or number of objects; types that became (un)readable. */
export function changesBetween(before: CauseSnapshot, after: CauseSnapshot): readonly Change[] {
  const causes = new Map(before.causes.map(cause => [cause.id, cause]))
  const unread = byType(before.unreadable)
  const stillUnread = byType(after.unreadable)
  const present = new Set(after.causes.map(({ id }) => id))
  return [
    ...[...stillUnread].filter(([key]) => !unread.has(key)).map(([, each]) => unreadableChange('Unreadable', each)),
    ...[...unread].filter(([key]) => !stillUnread.has(key)).map(([, each]) => unreadableChange('Readable', each)),
    ...before.causes.filter(({ id }) => !present.has(id)).map(cause => ({ event: 'CauseEnded' as const, cause })),
    ...after.causes.flatMap((cause): readonly Change[] => {
      const was = causes.get(cause.id)
      if (was === undefined) return [{ event: 'CauseFound', cause }]
      return isAnother(was, cause) ? [{ event: 'CauseChanged', cause, before: was }] : []
    }),
  ]
}

function isAnother(before: Cause, after: Cause): boolean {
  return before.verdict !== after.verdict || before.code !== after.code || before.blocks.length !== after.blocks.length
}

function byType(entries: readonly Unreadable[]): ReadonlyMap<string, Unreadable> {
  return new Map(entries.map(each => [`${each.resource} ${each.namespace ?? ''}`, each]))
}

function unreadableChange(event: 'Unreadable' | 'Readable', unreadable: Unreadable): Change {
  return { event, unreadable }
}
