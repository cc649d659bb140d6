import { factFrom, message, type Sentence, sentenceKey } from '../messages/sentence.ts'
import { probeOf } from './admission/probe.ts'
import { untriedEvidence } from './admission/untried.ts'
import { withCircles } from './circles.ts'
import { isBeingCleaned } from './definitions/instances.ts'
import { type Evidence, toInspect } from './explanation.ts'
import type { Explored } from './explore.ts'
import type { Graph } from './graph.ts'
import {
  awaitsNamespaceController,
  deletionErrors,
  problemIn,
  reportedRemains,
} from './namespaces/terminating-namespaces.ts'
import { commandLine, yamlCommand } from './shell-quote.ts'
import { type Blocker, blocker, type RuleContext, type StuckObject } from './stuck-object.ts'

/**
 * ControllerUnknown of an object that no rule explains: `unknown`, by no finalizer, with what could not be read or what
 * the server and its controllers say of it. Shared by all that lack the same reading, else by those of a type alike.
 */
export function unexplained(held: StuckObject, holdings: readonly Blocker[], context: RuleContext): Blocker {
  const { ref, finalizers } = held
  const missing = holdings.flatMap(holding => holding.missing ?? [])
  const names = [...new Set(finalizers.map(({ name }) => name))].toSorted()
  const isApart = isOfAnother(held, context)
  const isUntried = untriedEvidence(held, context).length > 0
  const alike =
    missing.length > 0
      ? [...new Set(missing.map(({ source }) => sentenceKey(source)))].toSorted()
      : [ref.resource, ...names]
  return blocker('unknown', {
    key: `ControllerUnknown/${missing.length > 0 ? 'unread' : 'unexplained'}/${alike.join('/')}${isUntried ? '/untried' : ''}`,
    subject: ref,
    summary: isApart ? message('NamespaceHeldByContent', { namespace: ref.name }) : summaryOf(held, missing.length > 0),
    evidence: [
      ...(missing.length > 0 ? left(held, context) : []),
      ...missing,
      ...said(held, context),
      standing(held, names),
    ],
    incomplete: missing.length > 0,
    remedies: () => [
      isApart
        ? toInspect(message('ExplainNamespace'), [
            commandLine('kubectl', 'finalize', 'explain', `namespaces/${ref.name}`),
          ])
        : toInspect(message(missing.length > 0 ? 'RunWithPermission' : 'InspectObject'), [
            yamlCommand(ref, '--show-managed-fields'),
          ]),
    ],
  })
}

/** What somebody else says of it, in words that no rule knows. */
function said(held: StuckObject, context: RuleContext): readonly Evidence[] {
  const rejection = probeOf(held, context)?.rejection
  const words = rejection !== undefined && 'why' in rejection ? [rejection.why] : []
  const errors = awaitsNamespaceController(held) ? (deletionErrors(held, context) ?? []) : []
  const problem = isBeingCleaned(held) ? problemIn(held, 'Terminating', context) : undefined
  return [
    ...untriedEvidence(held, context),
    ...(problem === undefined ? [] : [{ fact: `Terminating: ${problem}`, source: held.ref.resource }]),
    ...words.map(why => factFrom('dry run', 'RemovalRejected', { why })),
    ...errors.map(each => ({ fact: `${each.type}: ${each.message}`, source: 'namespaces' })),
  ]
}

/** A namespace that an explanation of another one came upon: all could be read, and was not asked for. */
function isOfAnother(held: StuckObject, { unreadable, facts, contentOf }: RuleContext): boolean {
  if (!awaitsNamespaceController(held) || contentOf(held.ref.name).complete) return false
  return unreadable.length === 0 && facts.unknownGroups.size === 0
}

/** What the namespace controller, which may see everything, saw in a namespace that this user may not look into. */
function left(held: StuckObject, context: RuleContext): readonly Evidence[] {
  if (!awaitsNamespaceController(held)) return []
  return reportedRemains(held, context).map(each => ({ fact: `${each.type}: ${each.message}`, source: 'namespaces' }))
}

function summaryOf({ ref, meta }: StuckObject, unread: boolean): Sentence {
  const object = `${ref.kind} ${ref.name}`
  if (meta.deletionTimestamp === undefined) return message('WaitedForAndNotDeleted', { object })
  return message(unread ? 'HolderNotRead' : 'HolderNotShown', { object })
}

function standing({ ref, meta }: StuckObject, finalizers: readonly string[]): Evidence {
  const isDeleted = meta.deletionTimestamp !== undefined
  return factFrom(ref.resource, 'HasFinalizers', { object: `${ref.kind} ${ref.name}`, isDeleted, finalizers })
}

/**
 * What was explored, with a cause for everything terminating: if no rule gives one, ControllerUnknown holds the end of
 * its chain (itself, if it waits for nothing; one of an unexplained circle), and says what is missing.
 */
export function explainRest(graph: Graph<Explored>, context: RuleContext): ReadonlyMap<string, Explored> {
  const nodes = withCircles(graph, context)
  const showing = [...nodes].filter(([, { holdings }]) => holdings.some(({ cause }) => cause !== undefined))
  const caused = new Set(graph.blockedBy(showing.map(([uid]) => uid)))
  const rest = [...nodes].filter(([uid, { held }]) => held.meta.deletionTimestamp !== undefined && !caused.has(uid))
  if (rest.length === 0) return nodes
  const whole = new Map(nodes)
  // No chain of these leads to an object that has a cause, or its first would have it too.
  for (const uid of graph.endsOf(rest.map(([uid]) => uid))) {
    const { held, holdings } = nodes.get(uid)!
    whole.set(uid, { held, holdings: [...holdings, unexplained(held, holdings, context)] })
  }
  return whole
}
