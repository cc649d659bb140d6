import { counted, placedText } from '../../api/object-text.ts'
import { brief } from '../brief.ts'
import { thinned } from '../evidence-lines.ts'
import type { ExplanationStyle } from '../explanation-style.ts'
import { markup } from '../picture/svg-text.ts'
import { formatBadge } from '../picture/verdict-shape.ts'
import { riskText } from '../remedy-lines.ts'
import { largestFirst, type ObjectGraph, treeLines } from '../tree-lines.ts'
import type { Cause, Explanation, Remedy } from '../words/explanation.ts'

/** Causes with all that belongs to them; of more there is a line each. */
const MAX_CAUSES = 200
/** Facts of one source, commands and leaks of a step that stand there before the rest can be unfolded. */
const MAX_SHOWN = 5

/** The causes, the most blocking first: what is wrong, the proof, what to do, and what is held. */
export function causeArticles({ causes }: Explanation, graph: ObjectGraph, style: ExplanationStyle): readonly string[] {
  const rest = causes.slice(MAX_CAUSES)
  return [
    ...causes.slice(0, MAX_CAUSES).map((cause, index) => articleOf(cause, index + 1, graph, style)),
    ...(rest.length === 0
      ? []
      : [
          `<details><summary>${counted(rest.length, 'more cause')}</summary><ul>`,
          ...rest.map(
            ({ code, summary, blocks }, index) =>
              `<li id="cause-${MAX_CAUSES + index + 1}">${MAX_CAUSES + index + 1} ${markup(code)}: ${markup(brief(summary))} (${counted(blocks.length, 'object')})</li>`,
          ),
          '</ul></details>',
        ]),
  ]
}

function articleOf(cause: Cause, number: number, graph: ObjectGraph, style: ExplanationStyle): string {
  const { verdict, code, summary, blocks, evidence, remedies, subject } = cause
  const held = graph.among(blocks.map(({ uid }) => uid))
  return [
    `<article class="cause-text ${verdict}" id="cause-${number}" aria-labelledby="cause-${number}-title">`,
    `<h3 id="cause-${number}-title">${formatBadge(verdict)}<span class="verdict">${number} ${verdict.toUpperCase()}</span> ${markup(brief(summary))}</h3>`,
    `<p class="code"><strong>${code}</strong>, ${markup(placedText(subject))}, holds ${counted(blocks.length, 'object')} <button type="button" class="scripted light" data-light="${number}">Show in the picture</button></p>`,
    ...(evidence.length === 0 ? [] : ['<h4>Evidence</h4>', '<ul class="evidence">']),
    ...thinned(evidence, MAX_SHOWN).map(
      ({ fact, source }) => `<li>${markup(fact)} <span class="source">${markup(source)}</span></li>`,
    ),
    ...(evidence.length === 0 ? [] : ['</ul>']),
    ...(remedies.length === 0 ? [] : ['<h4>What to do</h4>', '<ol>', ...remedies.map(stepOf), '</ol>']),
    `<details><summary>What it holds: ${counted(held.nodes.size, 'object')}</summary><pre class="tree" tabindex="0">${treeLines(held.forest(largestFirst), '', style).map(markup).join('\n')}</pre></details>`,
    '</article>',
  ].join('\n')
}

function stepOf({ kind, summary, commands, risk, leaks }: Remedy): string {
  const words = `<span class="risk ${risk}">${riskText({ kind, risk })}</span>`
  return [
    `<li><p><strong>${kind}</strong>: ${markup(brief(summary))} ${words}</p>`,
    ...(leaks.length === 0
      ? []
      : [
          '<p>Leaves behind:</p>',
          '<ul>',
          ...some(
            leaks.map(leak => `<li>${markup(brief(leak))}</li>`),
            'ul',
          ),
          '</ul>',
        ]),
    ...some(commands.map(commandOf), 'div'),
    '</li>',
  ].join('\n')
}

function commandOf(command: string): string {
  return `<div class="command"><pre><code>${markup(command)}</code></pre><button type="button" class="scripted" data-copy>Copy<span class="unseen"> the command</span></button></div>`
}

/** The first of them, and the rest to be unfolded. */
function some(items: readonly string[], element: 'ul' | 'div'): readonly string[] {
  if (items.length <= MAX_SHOWN + 1) return items
  const rest = items.slice(MAX_SHOWN)
  const folded = `<details><summary>${counted(rest.length, 'more')}</summary>`.replace(/mores?</, 'more<')
  const open = element === 'ul' ? `<li>${folded}<ul>` : `${folded}<div>`
  const close = element === 'ul' ? '</ul></details></li>' : '</div></details>'
  return [...items.slice(0, MAX_SHOWN), open, ...rest, close]
}
