import { parseApiVersion } from '../api/resource-type.ts'
import type { Owner, Snapshot, TerminatingObject } from '../api/terminating.ts'
import { formatAge } from './age.ts'
import { formatTable } from './table.ts'

export interface TableStyle {
  readonly wide: boolean
  readonly headers: boolean
  /** The first column is left out when everything is of one namespace. */
  readonly namespaces: boolean
  /** What happened to each row, before everything else (`--watch`). */
  readonly events?: readonly string[]
}

/** Contract `kind: TerminatingObjectList`. */
export function terminatingObjectList(snapshot: Snapshot): object {
  return {
    apiVersion: 'kubectl-finalize/v1',
    kind: 'TerminatingObjectList',
    takenAt: snapshot.takenAt,
    complete: snapshot.unreadable.length === 0,
    unreadable: snapshot.unreadable,
    ...(snapshot.fallbackNamespace !== undefined && { fallbackNamespace: snapshot.fallbackNamespace }),
    items: snapshot.objects,
  }
}

/** One change, in the form of `kubectl get --watch --output-watch-events -o json`. */
export function watchEvent(type: string, object: TerminatingObject): object {
  return { type, object }
}

/** `pod/db-0` or `bucket.objectstore.example.com/logs`: an object as `kubectl get -o name` writes it. */
export function objectName({ ref }: Pick<TerminatingObject, 'ref'>): string {
  const { group } = parseApiVersion(ref.apiVersion)
  return `${ref.kind.toLowerCase()}${group === '' ? '' : `.${group}`}/${ref.name}`
}

/** The objects as a table; no objects give no text. */
export function formatTerminatingTable(objects: readonly TerminatingObject[], style: TableStyle): string {
  if (objects.length === 0) return ''
  const rows = objects.map((object, index) => [
    ...(style.events ? [style.events[index]!] : []),
    ...(style.namespaces ? [object.ref.namespace ?? ''] : []),
    objectName(object),
    formatAge(object.ageSeconds),
    object.finalizers.map(finalizer => finalizer.name).join(',') || '<none>',
    ownersCell(object.owners, style.wide),
    ...(style.wide ? [object.deletionTimestamp, graceCell(object), object.ref.uid] : []),
  ])
  const headers = [
    ...(style.events ? ['EVENT'] : []),
    ...(style.namespaces ? ['NAMESPACE'] : []),
    'NAME',
    'AGE',
    'FINALIZERS',
    'OWNERS',
    ...(style.wide ? ['DELETION-TIMESTAMP', 'GRACE', 'UID'] : []),
  ]
  return formatTable(style.headers ? headers : undefined, rows)
}

/** The controlling owner first; the others are counted unless there is room for all. */
function ownersCell(owners: readonly Owner[], all: boolean): string {
  if (owners.length === 0) return '<none>'
  const ordered = owners.toSorted((a, b) => Number(b.controller) - Number(a.controller)).map(ownerText)
  if (all || ordered.length === 1) return ordered.join(',')
  return `${ordered[0]} +${ordered.length - 1}`
}

function ownerText(owner: Owner): string {
  const mark = owner.exists === true ? '' : owner.exists === false ? ' (gone)' : ' (unknown)'
  return `${owner.ref.kind}/${owner.ref.name}${mark}`
}

function graceCell(object: TerminatingObject): string {
  const grace = object.deletionGracePeriodSeconds
  if (grace === undefined || grace === 0) return '0s'
  const left = grace - object.ageSeconds
  return left > 0 ? `${grace}s (${left}s left)` : `${grace}s (over)`
}
