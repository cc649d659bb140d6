import { parseApiVersion } from '../api/resource-type.ts'
import type { Owner, Snapshot, TerminatingObject } from '../api/terminating.ts'
import { visible } from '../api/visible.ts'
import { formatAge } from './age.ts'
import { formatTable } from './table.ts'
import { wordedUnreadable } from './unreadable.ts'

export interface TableStyle {
  readonly wide: boolean
  readonly headers: boolean
  /** The first column is left out when everything is of one namespace. */
  readonly namespaces: boolean
  /** What happened to each row, before everything else (`--watch`). */
  readonly events?: readonly string[] | undefined
  /** Of several clusters, the context of each row. */
  readonly contexts?: readonly string[] | undefined
}

/** Contract `kind: TerminatingObjectList`. */
export function terminatingObjectList(snapshot: Snapshot): object {
  return {
    apiVersion: 'kubectl-finalize/v1',
    kind: 'TerminatingObjectList',
    takenAt: snapshot.takenAt,
    complete: snapshot.unreadable.length === 0,
    unreadable: snapshot.unreadable.map(wordedUnreadable),
    ...(snapshot.fallbackNamespace !== undefined && { fallbackNamespace: snapshot.fallbackNamespace }),
    items: snapshot.objects,
  }
}

/** One change, in the form of `kubectl get --watch --output-watch-events -o json`. */
export function watchEvent(type: string, object: TerminatingObject): object {
  return { type, object }
}

/**
 * `pod/db-0` or `bucket.objectstore.example.com/logs`: an object as `kubectl get -o name` writes it, for a pipe. What
 * xargs or a shell could take for a quote, a pattern or the end of a word is escaped as in a URL (`%0A`): a line is one
 * object or none at all, as the API server allows no `%` in a name.
 */
export function nameLine({ ref }: Pick<TerminatingObject, 'ref'>): string {
  const { type, name } = typeAndName(ref)
  return `${encoded(type)}/${encoded(name)}`
}

function encoded(word: string): string {
  return word.replaceAll(/[^A-Za-z0-9._:@+=,~-]+/g, part => {
    return encodeURIComponent(part.toWellFormed()).replaceAll(
      /[!'()*]/g,
      each => `%${each.charCodeAt(0).toString(16).toUpperCase()}`,
    )
  })
}

function typeAndName({ apiVersion, kind, name }: TerminatingObject['ref']): { type: string; name: string } {
  const { group } = parseApiVersion(apiVersion)
  return { type: `${kind.toLowerCase()}${group === '' ? '' : `.${group}`}`, name }
}

function nameCell({ ref }: TerminatingObject): string {
  const { type, name } = typeAndName(ref)
  return visible(`${type}/${name}`)
}

/** The objects as a table; no objects give no text. */
export function formatTerminatingTable(objects: readonly TerminatingObject[], style: TableStyle): string {
  if (objects.length === 0) return ''
  const rows = objects.map((object, index) => [
    ...(style.events ? [style.events[index]!] : []),
    ...(style.contexts ? [visible(style.contexts[index]!)] : []),
    ...(style.namespaces ? [object.ref.namespace ?? ''] : []),
    nameCell(object),
    formatAge(object.ageSeconds),
    object.finalizers.map(finalizer => finalizer.name).join(',') || '<none>',
    ownersCell(object.owners, style.wide),
    ...(style.wide ? [object.deletionTimestamp, graceCell(object), object.ref.uid] : []),
  ])
  const headers = [
    ...(style.events ? ['EVENT'] : []),
    ...(style.contexts ? ['CONTEXT'] : []),
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
  return visible(`${owner.ref.kind}/${owner.ref.name}${mark}`)
}

function graceCell(object: TerminatingObject): string {
  const grace = object.deletionGracePeriodSeconds
  if (grace === undefined || grace === 0) return '0s'
  const left = grace - object.ageSeconds
  return left > 0 ? `${grace}s (${left}s left)` : `${grace}s (over)`
}
