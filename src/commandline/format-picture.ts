import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { formatPage, type PageContent } from '../render/page/page.ts'
import { formatDot } from '../render/picture/dot.ts'
import { formatMermaid } from '../render/picture/mermaid.ts'
import { pictureOf } from '../render/picture/picture.ts'
import { formatSvg } from '../render/picture/svg.ts'

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
  const { explanation, place, notes } = content
  const picture = pictureOf(explanation)
  const title = `What holds terminating objects: ${place}, ${explanation.takenAt}`
  if (format === 'svg') return formatSvg(picture, { title, notes })
  return format === 'dot' ? formatDot(picture, title, notes) : formatMermaid(picture, title, notes)
}
