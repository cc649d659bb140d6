import { hasInvisible } from '../api/visible.ts'

/**
 * A value as one word of a shell: anyone can write names and status fields, and the shell must get exactly these bytes.
 * Visible values are quoted by the rules of every POSIX shell. One with invisible characters, which a terminal or the
 * clipboard may change, is written in ASCII as `$'deploy\aer'`: bash, zsh, ksh and busybox read that, and dash, fish
 * and PowerShell take it for an error or a name that no object has. U+0000, which no program can be given, is written
 * as `%00`, which the API server allows in no name.
 */
export function shellQuote(value: string): string {
  if (hasInvisible(value)) return `$'${[...new TextEncoder().encode(value)].map(byteText).join('')}'`
  if (/^[A-Za-z0-9_@%+=:,./-]+$/.test(value) && !value.startsWith('-')) return value
  return `'${value.replaceAll("'", String.raw`'\''`)}'`
}

const NAMED: Readonly<Record<number, string>> = {
  0: '%00',
  7: String.raw`\a`,
  8: String.raw`\b`,
  9: String.raw`\t`,
  10: String.raw`\n`,
  11: String.raw`\v`,
  12: String.raw`\f`,
  13: String.raw`\r`,
}

/** Three octal digits end by themselves; of hexadecimal ones some shells take as many as follow. */
function byteText(byte: number): string {
  const character = String.fromCharCode(byte)
  // `!` is history to an interactive bash.
  if (/[ -~]/.test(character) && !/['\\!]/.test(character)) return character
  return NAMED[byte] ?? `\\${byte.toString(8).padStart(3, '0')}`
}

/** A command line of words, quoted where needed. For the name of an object, which may start with `-`: `typeAndName`. */
export function commandLine(...words: readonly string[]): string {
  return words.map(word => (/^(-[A-Za-z]|--[a-z-]+(=[A-Za-z0-9.]+)?)$/.test(word) ? word : shellQuote(word))).join(' ')
}

/** `TYPE NAME` for kubectl; `TYPE/NAME` if the name, as `--all`, which RBAC allows, would be read as a flag. */
export function typeAndName(type: string, name: string): readonly string[] {
  return name.startsWith('-') ? [`${type}/${name}`] : [type, name]
}

/** `-n NAMESPACE` as words of a command; none for what is in no namespace. */
export function namespaceFlag(namespace: string | undefined): readonly string[] {
  return namespace === undefined ? [] : ['-n', namespace]
}

/** As kubectl takes an object by its kind: `deployment/web`. */
export function targetOf({ kind, name }: { readonly kind: string; readonly name: string }): string {
  return `${kind.toLowerCase()}/${name}`
}

/** The command that shows an object whole, as YAML; with more flags of `kubectl get`. */
export function yamlCommand(ref: Named, ...flags: readonly string[]): string {
  return commandOn(ref, 'get', '-o', 'yaml', ...flags)
}

/** The command that shows an object in words, with its Events. */
export function describeCommand(ref: Named): string {
  return commandOn(ref, 'describe')
}

export function editCommand(ref: Named): string {
  return commandOn(ref, 'edit')
}

/** The command that explains an object with this program. */
export function explainCommand({ resource, namespace, name }: Named): string {
  return commandLine('kubectl', 'finalize', 'explain', ...typeAndName(resource, name), ...namespaceFlag(namespace))
}

/** A command of kubectl on an object; with more words behind it. */
export function commandOn({ resource, namespace, name }: Named, verb: string, ...more: readonly string[]): string {
  return commandLine('kubectl', verb, ...typeAndName(resource, name), ...namespaceFlag(namespace), ...more)
}

interface Named {
  readonly resource: string
  readonly namespace?: string | undefined
  readonly name: string
}
