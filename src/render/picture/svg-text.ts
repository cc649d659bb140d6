import { printable } from '../../api/printable.ts'

/** A text for an element or an attribute of SVG and HTML: invisible characters written out, and no markup. */
export function markup(text: string): string {
  return printable(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}

/** A line of text; `style` is a class of the sheet, or ''. */
export function textAt(x: number, y: number, style: string, text: string): string {
  return `<text x="${round(x)}" y="${round(y)}"${style === '' ? '' : ` class="${style}"`}>${markup(text)}</text>`
}

/** A length with one digit behind the point, which is what anybody sees. */
export function round(value: number): number {
  return Math.round(value * 10) / 10
}
