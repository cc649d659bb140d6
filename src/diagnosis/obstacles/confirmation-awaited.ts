import { rfc3339 } from '../../api/rfc3339.ts'
import { valuesAt } from '../../api/values-at.ts'
import { factFrom, message } from '../../messages/sentence.ts'
import type { Confirmation } from '../catalogue/switches.ts'
import { isOneOf } from '../catalogue/wildcard.ts'
import { askedAt } from '../controller/since-deletion.ts'
import type { Case } from '../dossier/dossier.ts'
import { mayFinish } from '../dossier/state.ts'
import { toRepair } from '../explanation.ts'
import { awaitedResources } from '../inventories/awaited.ts'
import { commandLine, namespaceFlag } from '../shell-quote.ts'
import { type Blocker, blocker } from '../stuck-object.ts'

/**
 * Paused, for a product that asks for a confirmation before it deletes what the object made, and has not got it.
 * Nothing where all that has to be confirmed is gone.
 */
export function confirmationAwaited(found: Case): Blocker | undefined {
  const { held, finalizer, reports, context } = found
  const row = context.catalogue.rows.confirmedBy.find(each => isOneOf([each.finalizer], finalizer))
  if (row === undefined || isConfirmed(row, found)) return undefined
  const awaited = awaitedResources(held, context)
  const names = valuesAt(reports.whole, row.entries)
    .map(entry => (entry ?? {}) as Readonly<Record<string, unknown>>)
    .filter(entry => entry[row.flag] === true)
    .map(({ name }) => String(name))
  const there = awaited.resources.filter(
    ({ ref, meta }) => names.includes(ref.name) && meta.deletionTimestamp === undefined,
  )
  const [name] = there.map(({ ref }) => `${ref.kind} ${ref.name}`)
  if (name === undefined || !mayFinish(found)) return undefined
  const what = { what: name, more: there.length - 1 }
  const object = `${held.ref.kind} ${held.ref.name}`
  return blocker('stuck', {
    key: `Paused/${held.ref.resource}/annotation ${row.annotation}`,
    subject: held.ref,
    summary: message('ConfirmationAwaited', { object, ...what }),
    evidence: [
      factFrom(row.entries, 'ListedAndExists', { ...what, flag: row.flag }),
      factFrom(row.source, 'NoAnnotationSince', { object, annotation: row.annotation }),
    ],
    remedies: (_blocks, direct) => [
      toRepair(
        message('ConfirmDeletion', what),
        [...Map.groupBy(direct, ({ ref }) => `${ref.resource} ${ref.namespace ?? ''}`).values()].map(same => {
          const [{ ref }] = same as [(typeof same)[number]]
          const place = namespaceFlag(ref.namespace)
          const value = `${row.annotation}=${rfc3339(context.facts.now)}`
          const objects = same.map(each => each.ref.name)
          return commandLine('kubectl', 'annotate', ref.resource, ...objects, ...place, value, '--overwrite')
        }),
        'high',
      ),
    ],
  })
}

function isConfirmed({ annotation }: Confirmation, { held }: Case): boolean {
  const time = Date.parse(held.meta.annotations?.[annotation] ?? '')
  return time >= askedAt(held)
}
