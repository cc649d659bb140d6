import { type AnnotatedFinalizer, FINALIZERS_ANNOTATION } from '../../api/annotated-finalizers.ts'
import { DEFINITIONS } from '../../api/definitions.ts'
import { factFrom, type Message, message } from '../../messages/sentence.ts'
import type { Evidence } from '../explanation.ts'
import { once } from '../facts.ts'
import { isCustom, type RuleContext, type StuckObject } from '../stuck-object.ts'
import type { CatalogueEntry, Risk } from './entry.ts'
import type { Setting } from './ways-out.ts'

export const RISKS: readonly Risk[] = ['low', 'medium', 'high']

export interface Known {
  readonly entry: CatalogueEntry | undefined
  /** The workload that the CRD names. That none has this name proves nothing: anyone who may write the CRD wrote it. */
  readonly told: readonly string[]
  /** What the CRD says, or that it cannot be read. */
  readonly evidence: readonly Evidence[]
}

/**
 * The entry of the catalogue, and what the annotation of the type's CRD says, which wins over the shipped catalogue and
 * yields to the user's own. Of two risks the higher one counts.
 */
export function knownOf(
  held: Pick<StuckObject, 'ref' | 'type'>,
  finalizer: string,
  context: Pick<RuleContext, 'catalogue' | 'facts'>,
): Known {
  return once(context.facts, `known ${held.ref.resource} ${finalizer}`, () => lookUp(held, finalizer, context))
}

function lookUp(
  { ref, type }: Pick<StuckObject, 'ref' | 'type'>,
  finalizer: string,
  { catalogue, facts }: Pick<RuleContext, 'catalogue' | 'facts'>,
): Known {
  const entry = catalogue.find(finalizer, ref.resource)
  if (!isCustom({ type })) return { entry, told: [], evidence: [] }
  const fact = facts.read({ about: 'annotated', resource: DEFINITIONS, name: ref.resource })
  if (fact.state !== 'known') return { entry, told: [], evidence: [] }
  const source = message('AnnotationOfCrd', { annotation: FINALIZERS_ANNOTATION, crd: ref.resource })
  const { finalizers, problem } = fact.value
  if (problem !== undefined) {
    return { entry, told: [], evidence: [factFrom(source, 'FinalizersOfCrdUnreadable', { problem })] }
  }
  const said = finalizers.find(({ name }) => name === finalizer)
  if (said === undefined) return { entry, told: [], evidence: [] }
  return {
    entry: entry?.from === 'user' ? entry : merged(said, entry, { ref, type }),
    told: said.controller === undefined ? [] : [said.controller.name],
    evidence: [{ fact: saying(said), source }],
  }
}

function saying({ controller, cleans }: AnnotatedFinalizer): Message {
  return message('CrdSays', { controller: controller && placeOf(controller), cleans })
}

export function placeOf({ namespace, name }: { readonly namespace?: string; readonly name: string }): string {
  return namespace === undefined ? name : `${namespace}/${name}`
}

function merged(
  said: AnnotatedFinalizer,
  shipped: CatalogueEntry | undefined,
  { ref, type }: Pick<StuckObject, 'ref' | 'type'>,
): CatalogueEntry {
  const { name: finalizer, wayOut, risk = 'medium', ids } = said
  const project = `CRD ${ref.resource}`
  const own = wayOut && {
    by: 'release' as const,
    summary: message('AsCrdSays', { crd: ref.resource, does: wayOut.summary }),
    set: wayOut.set as Setting | undefined,
    project,
    risk: wayOut.risk ?? ('medium' as const),
    source: FINALIZERS_ANNOTATION,
  }
  return {
    ...shipped,
    finalizer,
    kinds: [`${type.group}/${type.kind}`],
    project: shipped?.project ?? project,
    // The workload that the CRD names is `told`, and no name of the catalogue.
    controller: shipped?.controller ?? { name: '', namespaces: [], selectorHint: '' },
    cleans: said.cleans ?? shipped?.cleans ?? '',
    goneWhen: shipped?.goneWhen ?? '',
    ifRemoved: said.ifRemoved ?? shipped?.ifRemoved ?? '',
    risk: RISKS[Math.max(RISKS.indexOf(risk), shipped === undefined ? 0 : RISKS.indexOf(shipped.risk))]!,
    checkFirst: said.checkFirst ?? shipped?.checkFirst ?? '',
    source: FINALIZERS_ANNOTATION,
    verified: 'none',
    from: 'CRD',
    waysOut: [...(own ? [own] : []), ...(shipped?.waysOut ?? [])],
    ...(ids && { ids }),
  }
}
