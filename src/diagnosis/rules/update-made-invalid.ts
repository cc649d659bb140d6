import { factFrom, message } from '../../messages/sentence.ts'
import { type Fault, faultOf } from '../admission/alteration.ts'
import { letPass, showConfiguration } from '../admission/let-pass.ts'
import type { Mutator } from '../admission/mutators.ts'
import { type Evidence, type Remedy, toInspect } from '../explanation.ts'
import { yamlCommand } from '../shell-quote.ts'
import { type Blocker, blocker, type RuleContext, type StuckObject } from '../stuck-object.ts'

/**
 * RequestDenied: on every update, admission changes the object into one that the server rejects (an immutable field, a
 * new finalizer on a terminating object, a patch that does not apply), so that no finalizer can be removed. The subject
 * is the configuration or policy if only one may do that; else the object, with all that may.
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
      ? undefined
      : mutators.every(({ webhook }) => webhook === undefined)
        ? `${known.kind} ${known.name}`
        : `Webhook ${mutators.map(({ webhook }) => webhook?.name).join(' or ')} of ${known.kind} ${known.name}`
  const names = configurations.map(({ kind, name }) => `${kind}/${name}`)
  return [
    blocker('stuck', {
      key: `RequestDenied/${known === undefined ? `altered/${names.length === 0 ? ref.uid : names.join('/')}` : names[0]}`,
      subject: known ?? ref,
      summary: message('UpdatesMadeInvalid', { by: who, resource: ref.resource, why }),
      evidence: [
        { fact: why, source: 'dry run' },
        ...fault.evidence,
        factFrom('dry run', 'TriedUpdateOnlyRemoves'),
        ...mutators.map(mutator => evidenceOf(mutator, held)),
        ...gaps(fault),
      ],
      remedies: () => remediesOf(held, mutators),
    }),
  ]
}

function distinctConfigurations(mutators: readonly Mutator[]): readonly Mutator['configuration'][] {
  return [...new Map(mutators.map(({ configuration }) => [configuration.uid, configuration])).values()]
}

function evidenceOf({ configuration, webhook, unsure }: Mutator, { ref }: StuckObject): Evidence {
  const { kind, name, resource } = configuration
  const who = webhook === undefined ? `${kind} ${name}` : `webhook ${webhook.name} of ${kind} ${name}`
  return factFrom(resource.split('.')[0]!, 'MayChangeUpdates', { who, resource: ref.resource, unsure })
}

function gaps({ unread, mutators }: Extract<Fault, { of: 'admission' }>): readonly Evidence[] {
  const source = 'mutatingwebhookconfigurations'
  if (unread) return [factFrom(source, 'NotAllAdmissionRead')]
  if (mutators.length > 0) return []
  return [factFrom(source, 'ChangedByPlugin')]
}

function remediesOf({ ref }: StuckObject, mutators: readonly Mutator[]): readonly Remedy[] {
  if (mutators.length === 0) return [toInspect(message('CheckRejectedField'), [yamlCommand(ref)])]
  const shown = distinctConfigurations(mutators)
  return [
    ...mutators.map(mutator => letPass(mutator, mutators.length === 1 ? 'always' : 'ifThisOne')),
    ...shown.map(each => showConfiguration(each, message('SeeConfiguration', { name: each.name, doing: 'changes' }))),
  ]
}
