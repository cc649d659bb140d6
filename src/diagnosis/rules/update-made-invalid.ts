import { type Fault, faultOf } from '../admission/alteration.ts'
import { letPass, showConfiguration } from '../admission/let-pass.ts'
import type { Mutator } from '../admission/mutators.ts'
import type { Evidence, Remedy } from '../explanation.ts'
import { toInspect } from '../remedy.ts'
import { commandLine, namespaceFlag } from '../shell-quote.ts'
import type { Blocker, RuleContext, StuckObject } from '../stuck-object.ts'

/**
 * RequestDenied: admission changes the object on every update into one that the server does not take (an immutable field, a
 * new finalizer on what is being deleted, a patch that does not fit), so that nobody can remove a finalizer. The subject is
 * the configuration or policy, where only one may do that; else the object, with all that may.
 */
export function updateMadeInvalid(held: StuckObject, context: RuleContext): readonly Blocker[] {
  const fault = faultOf(held, context)
  if (fault?.of !== 'admission') return []
  const { ref } = held
  const { why, mutators } = fault
  const configurations = distinctConfigurations(mutators)
  const [only] = configurations
  const known = configurations.length === 1 && !fault.unread ? only : undefined
  const who =
    known === undefined
      ? 'Something in the admission of the API server'
      : mutators.every(({ webhook }) => webhook === undefined)
        ? `${known.kind} ${known.name}`
        : `Webhook ${mutators.map(({ webhook }) => webhook?.name).join(' or ')} of ${known.kind} ${known.name}`
  const names = configurations.map(({ kind, name }) => `${kind}/${name}`)
  return [
    {
      verdict: 'stuck',
      cause: {
        key: `RequestDenied/${known === undefined ? `altered/${names.length === 0 ? ref.uid : names.join('/')}` : names[0]}`,
        code: 'RequestDenied',
        subject: known ?? ref,
        summary: `${who} changes every update of ${ref.resource} into one that the API server rejects: ${why}`,
        evidence: [
          { fact: why, source: 'dry run' },
          ...fault.evidence,
          { fact: 'the update that was tried removes finalizers and changes nothing else', source: 'dry run' },
          ...mutators.map(mutator => evidenceOf(mutator, held)),
          ...gaps(fault),
        ],
        remedies: () => remediesOf(held, mutators),
      },
    },
  ]
}

function distinctConfigurations(mutators: readonly Mutator[]): readonly Mutator['configuration'][] {
  return [...new Map(mutators.map(({ configuration }) => [configuration.uid, configuration])).values()]
}

function evidenceOf({ configuration, webhook, unsure }: Mutator, { ref }: StuckObject): Evidence {
  const { kind, name, resource } = configuration
  const who = webhook === undefined ? `${kind} ${name}` : `webhook ${webhook.name} of ${kind} ${name}`
  const may = unsure ? 'may be called for' : 'is called for, and may change,'
  return { fact: `${who} ${may} updates of ${ref.resource}`, source: resource.split('.')[0]! }
}

function gaps({ unread, mutators }: Extract<Fault, { of: 'admission' }>): readonly Evidence[] {
  const source = 'mutatingwebhookconfigurations'
  if (unread) return [{ fact: 'not every webhook configuration and policy could be read', source }]
  if (mutators.length > 0) return []
  return [{ fact: 'no webhook or policy changes such updates: it is a plugin of the API server itself', source }]
}

function remediesOf({ ref }: StuckObject, mutators: readonly Mutator[]): readonly Remedy[] {
  if (mutators.length === 0) {
    const place = namespaceFlag(ref.namespace)
    const commands = [commandLine('kubectl', 'get', ref.resource, ref.name, ...place, '-o', 'yaml')]
    const summary =
      'check the field that the server rejects, and ask the operators of the API server for its admission plugins'
    return [toInspect(summary, commands)]
  }
  const shown = distinctConfigurations(mutators)
  const which = mutators.length === 1 ? '' : 'if it is this one: '
  return [
    ...mutators.map(mutator => {
      const name = mutator.webhook === undefined ? mutator.configuration.name : mutator.webhook.name
      return letPass(mutator, `${which}have ${name} ignore objects that are being deleted`)
    }),
    ...shown.map(each => showConfiguration(each, `see what ${each.name} changes, and who owns it`)),
  ]
}
