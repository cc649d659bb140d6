import type { Input } from './input.ts'

const TIME = /"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z)"/g
const UID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g
const RESOURCE_VERSION = /"resourceVersion":"\d+"/g

/** What is asked, without what is another one each time it is recorded: uids by their order, times by their distance from now. */
export interface Masked {
  readonly text: string
  /** Seconds before now, in the order of the text. */
  readonly ages: readonly number[]
}

export function masked({ cluster: _, beside: __, types, content, ...input }: Input): Masked {
  const now = Date.parse(input.now)
  const ages: number[] = []
  const uids = new Map<string, number>()
  const names = types.map(({ group, version, plural }) => `${plural}.${version}.${group}`)
  // Where no namespace terminates it is not asked whether one is known whole.
  const complete = input.terminating.some(({ ref }) => ref.resource === 'namespaces') && content.complete
  const text = JSON.stringify({ ...input, content: { ...content, complete }, names })
    .replace(UID, uid => {
      if (!uids.has(uid)) uids.set(uid, uids.size)
      return `uid ${uids.get(uid)}`
    })
    .replace(TIME, (_, time: string) => {
      ages.push((now - Date.parse(time)) / 1000)
      return '"time"'
    })
    .replace(RESOURCE_VERSION, '"resourceVersion":""')
  return { text, ages }
}

/** Recorded so many seconds later or earlier, what is the same otherwise is the same. */
const TOLERANCE_SECONDS = 5

export function isAlike(one: Masked, other: Masked): boolean {
  return one.text === other.text && one.ages.every((age, at) => Math.abs(age - other.ages[at]!) <= TOLERANCE_SECONDS)
}
