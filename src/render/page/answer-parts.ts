import { observedText, readingText, summaryOf } from '../explanation-head.ts'
import { explanationObject } from '../explanation-json.ts'
import { formatJson } from '../json.ts'
import { markup } from '../picture/svg-text.ts'
import { preflightObject } from '../preflight-json.ts'
import { checkedText, outcomeText } from '../preflight-sections.ts'
import type { PageContent } from './content.ts'

/** The answer in a sentence. */
export function titleOf({ explanation, preflight }: PageContent): string {
  if (preflight !== undefined) return `${preflight.verdict.toUpperCase()}: ${outcomeText(preflight)}`
  return explanation.objects.length === 0 ? 'Nothing to explain' : summaryOf(explanation)
}

/** How much the answer rests on. */
export function readFacts({ explanation, preflight, reading }: PageContent): readonly string[] {
  if (preflight !== undefined) return fact('Checked', checkedText(preflight))
  const { observed } = explanation
  return [
    ...fact('Read', readingText(explanation, reading)),
    ...(observed === undefined ? [] : fact('Observed', observedText(observed))),
  ]
}

/** The answer as data, in the page itself. */
export function jsonPart({ explanation, preflight, gzip }: PageContent): readonly string[] {
  const object = preflight === undefined ? explanationObject(explanation) : preflightObject(preflight)
  const [file, words] =
    preflight === undefined
      ? ['explanation', 'kind Explanation of kubectl-finalize/v1, as <code>kubectl finalize explain -o json</code>']
      : ['preflight', 'kind Preflight of kubectl-finalize/v1, as <code>kubectl finalize preflight -o json</code>']
  return [
    `<p><a class="button" id="json" download="${file}.json.gz" href="data:application/gzip;base64,${gzip(formatJson(object))}">Download the JSON<span class="plain"> (gzip)</span></a> `,
    `${words} prints it.</p>`,
  ]
}

/** A fact of the head: its name and its value. */
export function fact(name: string, value: string): readonly string[] {
  return [`<div><dt>${name}</dt><dd>${markup(value)}</dd></div>`]
}
