import { type CreateNodeOptions, Document, type DocumentOptions, stringify, visit } from 'yaml'
import { INVISIBLE } from './visible.ts'

// YAML 1.1 is what kubectl reads by: `yes` is a boolean there.
const BY_KUBECTL = { aliasDuplicateObjects: false, compat: 'yaml-1.1' } as const satisfies DocumentOptions &
  CreateNodeOptions & { compat: string }
const UNFOLDED = { lineWidth: 0 } as const

/**
 * A value as YAML that kubectl reads back to the byte: what could be taken for something else, also by the rules of
 * YAML 1.1, is quoted; invisible characters, some of which kubectl refuses, are escaped; long text is not folded.
 */
export function formatYaml(value: unknown): string {
  const text = stringify(value, { ...BY_KUBECTL, ...UNFOLDED })
  if (text.search(UNSEEN) < 0) return text
  const document = new Document(value, BY_KUBECTL)
  visit(document, {
    Scalar(_key, scalar) {
      if (typeof scalar.value === 'string' && scalar.value.search(UNSEEN) >= 0) scalar.type = 'QUOTE_DOUBLE'
    },
  })
  // They are in double quotes now, where all of them can be escaped.
  return document
    .toString({ ...UNFOLDED, doubleQuotedMinMultiLineLength: Number.MAX_SAFE_INTEGER })
    .replaceAll(UNSEEN, escaped)
}

const [HEAD, END] = ['# The backup of an object; it is whole if its last line is "# end".\n', '# end']

/** An object as a file of which it can be told that it was cut short: YAML that is cut can still be an object. */
export function formatBackup(object: unknown): string {
  return `${HEAD}${formatYaml(object)}${END}\n`
}

/** Older backups, and those of others, do not tell. */
export function isCutShort(backup: string): boolean {
  return backup.startsWith(HEAD) && !backup.trimEnd().endsWith(`\n${END}`)
}

/** What makes the layout of the text itself, or is in a block of lines, may stay. */
const UNSEEN = new RegExp(`(?![\\n\\t])(?:${INVISIBLE.source})`, 'gu')

function escaped(character: string): string {
  const code = character.codePointAt(0)!.toString(16).toUpperCase()
  if (code.length <= 2) return `\\x${code.padStart(2, '0')}`
  return code.length <= 4 ? `\\u${code.padStart(4, '0')}` : `\\U${code.padStart(8, '0')}`
}
