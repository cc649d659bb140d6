import type { Preflight } from '../../diagnosis/preflight/foreseen.ts'
import { markup } from '../picture/svg-text.ts'
import { noOrderText, sectionsOf } from '../preflight-sections.ts'

/** Lines of a section that stand there before the rest can be unfolded. */
const MAX_SHOWN = 30

/** What a preflight says beside its causes, a section each. */
export function preflightParts(preflight: Preflight): readonly string[] {
  const none = noOrderText(preflight)
  return [
    ...sectionsOf(preflight).map(({ title, lines, isOrdered = false }, index) => {
      const list = isOrdered ? 'ol' : 'ul'
      const items = lines.map(line => `<li>${markup(line)}</li>`)
      const rest = items.slice(MAX_SHOWN)
      return [
        `<section aria-labelledby="part-${index}-title">`,
        `<h2 id="part-${index}-title">${title}</h2>`,
        `<${list}>`,
        ...items.slice(0, MAX_SHOWN),
        `</${list}>`,
        ...(rest.length === 0
          ? []
          : [`<details><summary>${rest.length} more</summary><${list}>`, ...rest, `</${list}></details>`]),
        '</section>',
      ].join('\n')
    }),
    ...(none === undefined ? [] : [`<p>${none}</p>`]),
  ]
}
