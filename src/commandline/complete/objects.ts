import { deletionAgeSeconds } from '../../api/deletion-age.ts'
import { NAMESPACE_TYPE } from '../../api/namespace-type.ts'
import { type ResourceType, resourceName } from '../../api/resource-type.ts'
import type { Discovery } from '../../cluster/discovery/discovered.ts'
import { discover, preferredTypes } from '../../cluster/discovery/discovery.ts'
import { listMetadata } from '../../cluster/read-metadata.ts'
import { DEFAULT_PAGE_SIZE, type Finding, scan } from '../../cluster/scan/scan.ts'
import { typesNamed } from '../../operations/inspect/types-named.ts'
import type { Session } from '../../operations/ports.ts'
import { formatAge } from '../../render/age.ts'
import { type Choice, type Choices, nextMember } from './choice.ts'
import type { CompletionContext } from './context.ts'

/** TYPE[,TYPE...] */
export async function types(context: CompletionContext): Promise<Choices> {
  const { transport } = await context.connect()
  const discovery = await discover(transport, context.signal)
  return { choices: nextMember(context.partial, partial => typeChoices(discovery, partial)) }
}

/** Every namespace, or only those that are terminating. */
export async function namespaces({ connect, signal }: CompletionContext, onlyTerminating: boolean): Promise<Choices> {
  const { transport } = await connect()
  const request = { pageSize: DEFAULT_PAGE_SIZE, signal }
  const found = await listMetadata(transport, NAMESPACE_TYPE, undefined, request)
  const choices = found.flatMap(({ meta: { name, deletionTimestamp } }) => {
    if (deletionTimestamp !== undefined) return [{ text: name, about: 'terminating' }]
    return onlyTerminating ? [] : [{ text: name }]
  })
  return { choices }
}

/** TYPE/NAME... or TYPE[,TYPE...] NAME...: names of what is terminating. */
export async function objects(context: CompletionContext): Promise<Choices> {
  const { words, partial } = context
  const session = await context.connect()
  const discovery = await discover(session.transport, context.signal)
  const [first] = words
  if (partial.includes('/')) {
    const type = partial.slice(0, partial.indexOf('/'))
    const names = await namesOf([type], discovery, session, context)
    return {
      choices: without(
        words,
        names.map(choice => ({ ...choice, text: `${type}/${choice.text}` })),
      ),
    }
  }
  if (first?.includes('/')) {
    const choices = typeChoices(discovery, partial).map(choice => ({ ...choice, text: `${choice.text}/` }))
    return { choices, goesOn: true }
  }
  if (first === undefined) return { choices: nextMember(partial, member => typeChoices(discovery, member)) }
  return { choices: without(words.slice(1), await namesOf(first.split(','), discovery, session, context)) }
}

/** What is terminating of these types, in the namespace of the line; what time is left for of it. */
async function namesOf(
  words: readonly string[],
  discovery: Discovery,
  { transport, namespace }: Session,
  context: CompletionContext,
): Promise<readonly Choice[]> {
  const types = typesNamed(words, discovery) ?? []
  const request = { types, namespace, pageSize: DEFAULT_PAGE_SIZE, signal: context.signal }
  const { findings } = await scan(transport, request)
  return findings.map(finding => ({ text: finding.meta.name, about: aboutTerminating(finding, context) }))
}

function without(words: readonly string[], choices: readonly Choice[]): readonly Choice[] {
  return choices.filter(({ text }) => !words.includes(text))
}

/** How long it has been terminating, and what holds it. */
function aboutTerminating({ meta }: Finding, { now }: CompletionContext): string {
  const age = `terminating for ${formatAge(deletionAgeSeconds(meta, now()))}`
  return [age, ...(meta.finalizers ?? [])].join(', ')
}

/**
 * Types by their plural, with the group where the plural alone means another type. Short names and singulars are
 * offered where no plural begins as `partial` does: `pvc`, `ns`.
 */
export function typeChoices({ types }: Discovery, partial: string): readonly Choice[] {
  const preferred = preferredTypes(types)
  const plurals = preferred.map(type => {
    const first = preferred.find(each => each.plural === type.plural) === type
    return { text: first ? type.plural : resourceName(type), about: aboutType(type) }
  })
  if (plurals.some(({ text }) => text.startsWith(partial))) return plurals
  return preferred.flatMap(type => [...type.shortNames, type.singular].map(text => ({ text, about: aboutType(type) })))
}

function aboutType({ kind, shortNames }: ResourceType): string {
  return shortNames.length === 0 ? kind : `${kind} (${shortNames.join(', ')})`
}
