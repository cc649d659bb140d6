import { messageOf } from '../api/failure.ts'
import { visible } from '../api/visible.ts'
import { mapConcurrently } from '../cluster/map-concurrently.ts'
import { UsageError } from '../exit-code.ts'
import type { CommandContext, NamedContext } from './command.ts'
import type { FlagSpecs, Flags } from './flag-spec.ts'
import type { GlobalFlags } from './global-flags.ts'

export const contextsFlag = {
  contexts: {
    type: 'string',
    completes: 'contexts',
    describe: 'Several clusters as one answer: the contexts that match /REGEX/, or names: prod-a,prod-b',
  },
} as const satisfies FlagSpecs

/** Clusters that are read at once. */
const CONCURRENT_CLUSTERS = 8

/** What came of the look at one cluster: an answer, or why there is none. */
export type Member<Answer> =
  | { readonly context: string; readonly answer: Answer }
  | { readonly context: string; readonly failure: string }

/** The contexts that --contexts names. Throws UsageError where it names none, or contradicts what leads to one cluster. */
export async function chosenContexts(
  text: string,
  given: Flags<FlagSpecs>,
  context: CommandContext,
): Promise<readonly NamedContext[]> {
  const other = ONE_CLUSTER.find(flag => given[flag] !== undefined)
  if (other !== undefined) throw new UsageError(`--contexts and --${other} may not be used together`)
  const all = await context.contexts()
  const isRegular = text.length > 2 && text.startsWith('/') && text.endsWith('/')
  const chosen = isRegular ? matching(text.slice(1, -1), all) : named(text.split(','), all)
  if (chosen.length > 0) return chosen
  throw new UsageError(`no context matches "${text}": see kubectl config get-contexts`)
}

/** Looks at each cluster, several at once; the answers come in the order of the contexts. A dead one is a failure of its own, and ends no other. */
export async function lookInEach<Answer>(
  chosen: readonly NamedContext[],
  look: (context: CommandContext) => Promise<Answer>,
): Promise<readonly Member<Answer>[]> {
  const members = new Map<number, Member<Answer>>()
  await mapConcurrently(CONCURRENT_CLUSTERS, chosen, async ({ name, enter }, index) => {
    try {
      members.set(index, { context: name, answer: await look(enter()) })
    } catch (error) {
      members.set(index, { context: name, failure: messageOf(error) })
    }
  })
  return chosen.map((_, index) => members.get(index)!)
}

/** `CONTEXT: line`, for what is told of one of several clusters. */
export function ofContext(context: string, line: string): string {
  return `${visible(context)}: ${line}\n`
}

const ONE_CLUSTER = ['context', 'cluster', 'server', 'sandbox', 'from'] as const satisfies readonly (
  | keyof GlobalFlags
  | 'from'
)[]

function matching(source: string, all: readonly NamedContext[]): readonly NamedContext[] {
  try {
    const expression = new RegExp(source)
    return all.filter(({ name }) => expression.test(name))
  } catch (error) {
    throw new UsageError(`invalid argument "/${source}/" for "--contexts" flag: ${messageOf(error)}`)
  }
}

function named(names: readonly string[], all: readonly NamedContext[]): readonly NamedContext[] {
  const known = new Map(all.map(each => [each.name, each]))
  const missing = names.find(name => !known.has(name))
  if (missing !== undefined) throw new UsageError(`context "${missing}" does not exist`)
  return [...new Set(names)].map(name => known.get(name)!)
}
