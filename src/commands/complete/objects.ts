import type { Discovery } from '../../cluster/discovery/discovered.ts'
import { discover } from '../../cluster/discovery/discovery.ts'
import type { Session } from '../command.ts'
import { typesNamed } from '../types-named.ts'
import type { Choice, Choices } from './choice.ts'
import { nextMember } from './comma-list.ts'
import type { CompletionContext } from './context.ts'
import { aboutTerminating, terminatingOf } from './terminating.ts'
import { typeChoices } from './types.ts'

/** TYPE[,TYPE...] */
export async function types(context: CompletionContext): Promise<Choices> {
  const { transport } = await context.connect()
  const discovery = await discover(transport, context.signal)
  return { choices: nextMember(context.partial, partial => typeChoices(discovery, partial)) }
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

async function namesOf(
  words: readonly string[],
  discovery: Discovery,
  session: Session,
  context: CompletionContext,
): Promise<readonly Choice[]> {
  const findings = await terminatingOf(typesNamed(words, discovery) ?? [], session, context)
  return findings.map(finding => ({ text: finding.meta.name, about: aboutTerminating(finding, context) }))
}

function without(words: readonly string[], choices: readonly Choice[]): readonly Choice[] {
  return choices.filter(({ text }) => !words.includes(text))
}
