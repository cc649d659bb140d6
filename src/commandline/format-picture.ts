import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import type { PageContent } from '../render/page/content.ts'
import { formatPage } from '../render/page/page.ts'
import { formatDot } from '../render/picture/dot.ts'
import { formatMermaid } from '../render/picture/mermaid.ts'
import { pictureOf } from '../render/picture/picture.ts'
import { formatSvg } from '../render/picture/svg.ts'
import { outcomeText } from '../render/preflight-sections.ts'

/** The answer as a picture, or as a page with it. */
export function formatPicture(
  format: 'html' | 'svg' | 'mermaid' | 'dot',
  content: Omit<PageContent, 'sha256' | 'gzip'>,
): string {
  if (format === 'html') {
    const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64')
    const gzip = (text: string): string => gzipSync(text).toString('base64')
    return formatPage({ ...content, sha256, gzip })
  }
  const { explanation, preflight, place, notes } = content
  const picture = pictureOf(explanation)
  const what = preflight === undefined ? 'What holds terminating objects' : outcomeText(preflight).replace(/\.$/, '')
  const title = `${what}: ${place}, ${explanation.takenAt}`
  if (format === 'svg') return formatSvg(picture, { title, notes })
  return format === 'dot' ? formatDot(picture, title, notes) : formatMermaid(picture, title, notes)
}
