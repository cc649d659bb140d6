import { CLOSE_UP, type ExplanationStyle } from '../explanation-style.ts'
import { createPaint } from '../paint.ts'
import { type Picture, pictureOf } from '../picture/picture.ts'
import { PICTURE_STYLE } from '../picture/style.ts'
import { formatSvgPart } from '../picture/svg.ts'
import { markup } from '../picture/svg-text.ts'
import { formatBadges, formatLegend } from '../picture/verdict-shape.ts'
import { unexplainedBlocks } from '../unexplained-lines.ts'
import type { Explanation } from '../words/explanation.ts'
import { wouldHoldLines } from '../would-hold-lines.ts'
import { fact, jsonPart, readFacts, titleOf } from './answer-parts.ts'
import { causeArticles } from './cause-article.ts'
import type { PageContent } from './content.ts'
import { objectTable } from './object-table.ts'
import { preflightParts } from './preflight-part.ts'
import { pageScript } from './script/script.ts'
import { PAGE_STYLE } from './style.ts'

/** Nothing but the page's own style and script may be loaded or run, and nothing may be sent anywhere. */
function policyOf(style: string, script: string, sha256: PageContent['sha256']): string {
  const own = (text: string): string => `'sha256-${sha256(text)}'`
  return `default-src 'none'; style-src ${own(style)}; script-src ${own(script)}; base-uri 'none'; form-action 'none'`
}

/**
 * An explanation as one HTML file: causes with proof and steps, the picture, every object, and the JSON. It loads
 * nothing, and can be read without JavaScript.
 */
export function formatPage(content: PageContent): string {
  const { explanation, preflight, place, notes } = content
  const script = pageScript()
  const style = `${PICTURE_STYLE}${PAGE_STYLE}`
  const title = titleOf(content)
  return `${[
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policyOf(style, script, content.sha256)}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    '<meta name="referrer" content="no-referrer">',
    '<meta name="color-scheme" content="light dark">',
    `<title>${markup(`${title} ${place}`)}</title>`,
    `<style>${style}</style>`,
    '</head>',
    '<body>',
    formatBadges(),
    '<header>',
    `<h1>${markup(title)}</h1>`,
    '<dl class="facts">',
    ...fact('Cluster', place),
    ...fact('Taken at', explanation.takenAt),
    ...(explanation.server.version === '' ? [] : fact('Kubernetes', explanation.server.version)),
    ...readFacts(content),
    '</dl>',
    ...notesPart(notes),
    '</header>',
    '<main>',
    ...(explanation.causes.length === 0 ? [] : [causesPart(content)]),
    ...(preflight === undefined ? [] : preflightParts(preflight)),
    ...otherTexts(content),
    ...(explanation.objects.length === 0 ? [] : [picturePart(explanation), tablePart(explanation)]),
    '</main>',
    '<footer>',
    ...jsonPart(content),
    '</footer>',
    `<script>${script}</script>`,
    '</body>',
    '</html>',
  ].join('\n')}\n`
}

function notesPart(notes: readonly string[]): readonly string[] {
  if (notes.length === 0) return []
  return [
    '<div class="notes" role="note"><strong>Note</strong><ul>',
    ...notes.map(note => `<li>${markup(note)}</li>`),
    '</ul></div>',
  ]
}

function causesPart({ explanation, preflight, graph, everything }: PageContent): string {
  const title = preflight === undefined ? 'Causes' : 'What would get stuck, and why'
  return [
    '<section aria-labelledby="causes-title">',
    `<h2 id="causes-title">${title}</h2>`,
    ...causeArticles(explanation, graph, styleOf(everything)),
    '</section>',
  ].join('\n')
}

/** What no cause was found for, and what was asked for and is not being deleted. */
function otherTexts({ explanation, graph, notTerminating, everything }: PageContent): readonly string[] {
  const style = styleOf(everything)
  const blocks = [
    ...unexplainedBlocks(explanation, graph, '', style),
    ...notTerminating.map(each => wouldHoldLines(each, style)),
  ]
  if (blocks.length === 0) return []
  return [
    '<section aria-labelledby="others-title">',
    '<h2 id="others-title">Without a cause</h2>',
    ...blocks.map(lines => `<pre class="tree" tabindex="0">${lines.map(markup).join('\n')}</pre>`),
    '</section>',
  ]
}

function picturePart(explanation: Explanation): string {
  const folded = pictureOf(explanation)
  const rows = new Map(explanation.objects.map(({ ref }, index) => [ref.uid, index]))
  const numberOf = (uid: string): number | undefined => rows.get(uid)
  const unfolded = unfoldedOf(explanation, folded)
  return [
    '<section aria-labelledby="picture-title" class="picture-part">',
    '<h2 id="picture-title">Picture</h2>',
    '<p class="hint">From the causes on the left to what they hold. <span class="scripted">Choose a cause to light what it holds, or a stack to see its objects; drag to move.</span></p>',
    '<div class="tools scripted" role="toolbar" aria-label="Picture">',
    '<label>Search <input type="search" id="search" autocomplete="off" spellcheck="false"></label>',
    '<button type="button" data-zoom="in" aria-label="Zoom in">+</button>',
    '<button type="button" data-zoom="out" aria-label="Zoom out">−</button>',
    '<button type="button" data-zoom="fit">Fit</button>',
    '<button type="button" data-zoom="whole">1:1</button>',
    ...(unfolded === undefined ? [] : ['<button type="button" id="unfold" aria-pressed="false">Unfold all</button>']),
    '</div>',
    '<p id="told" role="status" class="scripted"></p>',
    `<div class="view" id="folded" tabindex="0" role="region" aria-label="Picture of what holds what">${formatSvgPart(folded, 'What holds what', numberOf)}</div>`,
    ...(unfolded === undefined
      ? []
      : [
          `<details class="unfolded" id="unfolded"><summary>Every object by itself</summary><div class="view" tabindex="0" role="region" aria-label="Picture of every object">${formatSvgPart(unfolded, 'What holds what, every object by itself', numberOf)}</div></details>`,
        ]),
    formatLegend(),
    '<div id="chosen" class="chosen scripted" hidden></div>',
    '</section>',
  ].join('\n')
}

function tablePart({ objects, causes }: Explanation): string {
  return [
    '<section aria-labelledby="objects-title">',
    '<h2 id="objects-title">Objects</h2>',
    '<div class="tools scripted"><label>Filter <input type="search" id="filter" autocomplete="off" spellcheck="false"></label> <span id="counted" role="status"></span></div>',
    objectTable(objects, causes),
    '</section>',
  ].join('\n')
}

function styleOf(everything: string): ExplanationStyle {
  return { columns: undefined, paint: createPaint(false), limits: CLOSE_UP, everything, namespaceCommand: undefined }
}

/** Everything by itself: at most so many objects and causes, and arrows between them, can still be read. */
const MAX_UNFOLDED = 200

/** The same with everything by itself, where that shows more than a folded picture and can still be read. */
export function unfoldedOf(explanation: Explanation, { folded }: Picture): Picture | undefined {
  const { objects, causes } = explanation
  if (!folded || objects.length + causes.length > MAX_UNFOLDED) return undefined
  const unfolded = pictureOf(explanation, 'unfolded')
  return unfolded.edges.length > MAX_UNFOLDED ? undefined : unfolded
}
