import { printable } from '../api/printable.ts'
import type { graphOfObjects } from '../diagnosis/graph.ts'
import type { Section } from '../plan/sections.ts'
import type { PlanStyle } from './removal-plan.ts'

type SectionStyle = PlanStyle & { readonly graphOf: typeof graphOfObjects }

/** The text of each part; what that takes is loaded with the first of its kind. */
const TEXTS: {
  readonly [Part in Section['part']]: (
    section: Extract<Section, { readonly part: Part }>,
    style: SectionStyle,
  ) => Promise<string>
} = {
  paragraph: ({ sentence }) => words().then(({ inWords }) => `\n${printable(inWords(sentence))}\n`),
  title: ({ sentence }) => words().then(({ inWords }) => `${printable(inWords(sentence))}\n\n`),
  note: ({ note }) => import('./failure.ts').then(({ formatNote }) => text([formatNote(note)])),
  failure: ({ failure }) => import('./failure.ts').then(({ formatFailure }) => text([formatFailure(failure)])),
  advice: ({ advice: { what, commands } }) =>
    words().then(({ inWords }) => {
      const head = `${inWords(what)}${commands.length === 0 ? '' : ':'}`
      return text([head, ...commands.map(command => `  ${command}`)].map(printable))
    }),
  unreadable: ({ entries }) =>
    import('./unreadable.ts').then(({ formatUnreadable }) => text(formatUnreadable(entries))),
  lost: ({ lost }, { width }) =>
    Promise.all([words(), import('./hanging.ts')]).then(([{ inWords }, { planLine }]) =>
      text(lost.flatMap(each => planLine('lost', inWords(each), width))),
    ),
  removals: ({ removals }, style) =>
    import('./removal-plan.ts').then(({ formatRemovalPlan }) => formatRemovalPlan(removals, style)),
  losses: (losses, style) =>
    import('./loss-lines.ts').then(({ lossLines }) => {
      const lines = lossLines(losses, style)
      return lines.length === 0 ? '' : text(['', ...lines])
    }),
  restoration: ({ ref, object, dropped }, { width }) =>
    import('./restore-plan.ts').then(({ formatRestorePlan }) => formatRestorePlan(ref, object, dropped, width)),
  rescue: ({ rescue }, { width }) =>
    import('./rescue-plan.ts').then(({ formatRescuePlan }) => formatRescuePlan(rescue, width)),
  namespaceRescue: (rescue, { width }) =>
    import('./rescue-plan.ts').then(({ formatNamespaceRescue }) => formatNamespaceRescue(rescue, width)),
  namespaceCauses: ({ namespace, causes }) =>
    import('./namespace-plan.ts').then(({ formatNamespaceCauses }) => `${formatNamespaceCauses(namespace, causes)}\n`),
  namespaceEnd: ({ end }, style) =>
    import('./namespace-plan.ts').then(({ formatNamespaceEnd }) => formatNamespaceEnd(end, style)),
  cure: (cure, style) =>
    import('./namespace-plan.ts').then(({ formatCure }) => `${formatCure(cure.ref, cure, style)}\n`),
  replay: ({ plan }, style) => import('./replay-plan.ts').then(({ formatReplayPlan }) => formatReplayPlan(plan, style)),
  preflight: ({ preflight, objects, everything }, { width, paint, graphOf }) =>
    import('./preflight.ts').then(({ formatPreflight }) =>
      formatPreflight(preflight, graphOf(objects), { columns: width, paint, everything, namespaceCommand: undefined }),
    ),
  syncers: ({ syncers }) => import('./preflight-words.ts').then(({ syncerText }) => syncerText(syncers)),
}

/** A part of a plan for a terminal; empty where there is nothing to tell. */
export function sectionText(section: Section, style: SectionStyle): Promise<string> {
  return TEXTS[section.part](section as never, style)
}

function words() {
  return import('./words/in-words.ts')
}

function text(lines: readonly string[]): string {
  return lines.map(line => `${line}\n`).join('')
}
