import { printable } from '../printable.ts'

/** A text for an element or an attribute of SVG and HTML: what cannot be seen is written out, and nothing in it is markup. */
export function markup(text: string): string {
  return printable(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;')
}
