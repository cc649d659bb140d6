import { messageOf } from '../api/failure.ts'
import { visible } from '../api/visible.ts'
import { mapConcurrently } from '../cluster/map-concurrently.ts'
import { UsageError } from '../exit-code.ts'
import type { CommandContext, NamedContext } from './command.ts'
import { contextsOfFiles } from './contexts-of-files.ts'
import type { FlagSpecs, Flags } from './flag-spec.ts'
import type { GlobalFlags } from './global-flags.ts'

export const contextsFlag = {
  contexts: {
    type: 'string',
    completes: 'contexts',
    describe: 'Several clusters as one answer: the contexts that match /REGEX/, or names: prod-a,prod-b',
  },
  kubeconfigs: {
    type: 'string',
    completes: 'files',
    describe:
      'Several kubeconfigs as one answer: FILE,FILE or DIR; of each its current context, or those of --contexts',
  },
} as const satisfies FlagSpecs

type ContextsFlags = Flags<typeof contextsFlag>

/** Clusters that are read at once. */
const CONCURRENT_CLUSTERS = 8

/** What came of the look at one cluster: an answer, or why there is none. */
export type Member<Answer> =
  | { readonly context: string; readonly answer: Answer }
  | { readonly context: string; readonly failure: string }

/** The flag that asks for several clusters; undefined: one is asked for. */
export function severalFlag({ contexts, kubeconfigs }: ContextsFlags): '--contexts' | '--kubeconfigs' | undefined {
  if (kubeconfigs !== undefined) return '--kubeconfigs'
  return contexts === undefined ? undefined : '--contexts'
}

/**
 * The contexts that --contexts and --kubeconfigs name, each name once; undefined: neither was given. An unreadable file
 * rejects only at its connection. Throws UsageError where they name none, or contradict a flag for one cluster.
 */
export async function chosenContexts(
  given: ContextsFlags & Flags<FlagSpecs>,
  context: CommandContext,
): Promise<readonly NamedContext[] | undefined> {
  const several = severalFlag(given)
  if (several === undefined) return undefined
  const { contexts: text, kubeconfigs } = given
  const leading = kubeconfigs === undefined ? ONE_CLUSTER : ([...ONE_CLUSTER, 'kubeconfig'] as const)
  const other = leading.find(flag => given[flag] !== undefined)
  if (other !== undefined) throw new UsageError(`${several} and --${other} may not be used together`)
  if (kubeconfigs !== undefined) return contextsOfFiles(await context.kubeconfigs(kubeconfigs), text && choiceOf(text))
  const chosen = choiceOf(text!)(await context.contexts())
  if (chosen.length > 0) return chosen
  throw new UsageError(`no context matches "${text}": see kubectl config get-contexts`)
}

/** Looks at several clusters at once; answers are in the order of the contexts. A failure of one ends no other. */
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

/** Which of all contexts --contexts means. Throws UsageError where a name is of none of them. */
function choiceOf(text: string): (all: readonly NamedContext[]) => readonly NamedContext[] {
  const isRegular = text.length > 2 && text.startsWith('/') && text.endsWith('/')
  if (!isRegular) return all => named(text.split(','), all)
  const expression = expressionOf(text.slice(1, -1))
  return all => all.filter(({ name }) => expression.test(name))
}

function expressionOf(source: string): RegExp {
  try {
    return new RegExp(source)
  } catch (error) {
    throw new UsageError(`invalid argument "/${source}/" for "--contexts" flag: ${messageOf(error)}`)
  }
}

/** In the order of the names; each context that has one of them. */
function named(names: readonly string[], all: readonly NamedContext[]): readonly NamedContext[] {
  const known = Map.groupBy(all, ({ name }) => name)
  const missing = names.find(name => !known.has(name))
  if (missing !== undefined) throw new UsageError(`context "${missing}" does not exist`)
  return [...new Set(names)].flatMap(name => known.get(name)!)
}
