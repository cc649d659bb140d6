export interface StandIn {
  /** URL of the module in whose place it stands. */
  readonly of: string
  /** End of the URLs of those that get it; absent: all do. */
  readonly for?: string
  readonly url: string
}

const root = (path: string): string => new URL(`../../../${path}`, import.meta.url).href
const here = (file: string): string => new URL(file, import.meta.url).href

const FOR = root('src/operations/inspect/diagnose-cluster.ts')

/** What the diagnosis of a cluster imports otherwise while it is recorded, and the tests. */
export const STAND_INS: readonly StandIn[] = [
  { of: root('src/diagnosis/diagnose.ts'), for: FOR, url: here('diagnose.ts') },
  { of: root('src/operations/inspect/ask-until-known.ts'), for: FOR, url: here('ask-until-known.ts') },
  { of: import.meta.resolve('uvu/assert'), for: '.test.ts', url: here('lenient-assert.ts') },
  { of: root('test/e2e/rig/unique.ts'), url: here('unique.ts') },
]

/** What an importer gets in place of a module, if anything. */
export function standInFor(url: string, importer: string | undefined): string | undefined {
  const isFor = ({ for: end = '' }: StandIn): boolean => (importer ?? '').endsWith(end)
  return STAND_INS.find(each => each.of === url && isFor(each) && each.url !== url)?.url
}
