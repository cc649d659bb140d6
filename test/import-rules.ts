import { dirname, join } from 'node:path/posix'

const BELOW_VERBS = [
  'render',
  'execute',
  'plan',
  'groups',
  'diagnosis',
  'statements',
  'cluster',
  'sandbox',
  'messages',
  'api',
  'plain',
]
const ROOMS = ['commands', 'commandline', 'operations', ...BELOW_VERBS]

/** The rooms of src, each with those it may import from: imports go down only. */
const BELOW: Readonly<Record<string, readonly string[]>> = {
  main: ['cli', 'plain'],
  cli: ROOMS,
  commands: ['commandline', 'operations', ...BELOW_VERBS],
  commandline: ['operations', ...BELOW_VERBS],
  operations: BELOW_VERBS.filter(room => room !== 'render'),
  render: ['execute', 'plan', 'groups', 'diagnosis', 'messages', 'api'],
  execute: ['plan', 'groups', 'diagnosis', 'messages', 'statements', 'cluster', 'api', 'plain'],
  plan: ['groups', 'diagnosis', 'messages', 'statements', 'cluster', 'api', 'plain'],
  diagnosis: ['messages', 'statements', 'api'],
  statements: ['api'],
  groups: ['api'],
  cluster: ['statements', 'api', 'plain'],
  sandbox: ['api'],
  messages: ['render', 'api'],
  api: [],
  plain: [],
}

/** Files of src itself that are no rung of the ladder: types and constants for whoever wants them. */
const PLAIN = ['endable.ts', 'exit-code.ts', 'host.ts', 'interrupt.ts', 'terminal.ts', 'turn.ts', 'version.ts']

/** What touches the process: its argv, streams, signals and exit. */
const TOUCHES_PROCESS = ['main.ts', 'interrupt.ts']

/** Files of which a room beside may have the types alone: where sandbox and cluster meet. */
const MEETING_PLACES: Readonly<Record<string, string>> = { sandbox: 'cluster/transport/transport.ts' }

/** Rooms of which another may have the types alone: a plan reads nothing, and the codes of messages come from their words. */
const TYPES_ALONE: Readonly<Record<string, readonly string[]>> = { plan: ['cluster'], messages: ['render'] }

/** Packages that one room hides from the others. */
const HIDDEN: Readonly<Record<string, string>> = {
  yargs: 'commandline',
  'yargs-parser': 'commandline',
  'cli-table3': 'render',
  inquirer: 'cli',
}

/**
 * Who makes commands beside the rules of diagnosis: the two through which each gets the flags of this run. What these print
 * is a command for the cluster that it is about; a bare one is for whatever the user's current context is.
 */
const MAKES_COMMANDS = 'diagnosis/shell-quote.ts'
const COMMAND_MAKERS = ['plan/aim.ts', 'commandline/aim.ts']
const COMMAND_IN_TEXT = /`[^`]*\bkubectl (?:finalize |delete|get|describe|edit|patch|create|scale)[^`]*\$\{/

/** Rooms that may import no package but these. */
const PACKAGES: Readonly<Record<string, readonly string[]>> = { groups: ['yaml'] }

/** Rooms whose functions give the same answer for the same values, and wait for nothing. */
const PURE = ['render', 'plan', 'diagnosis', 'messages', 'statements', 'groups', 'api']
const ALLOWED_IN_PURE = ['node:util', 'node:buffer']
// `node-fetch` is the name of a client.
const IMPURE =
  /\b(await|async|console|setTimeout|setInterval|(?<!-)fetch|performance|Date\.now|Math\.random)\b|new Date\(\)/

/** Files of src, by their path below src, with their text. */
export type Sources = Readonly<Record<string, string>>

/** One sentence for every line of src that reaches where it may not; CONTRIBUTING.md draws the map. */
export function violations(sources: Sources): string[] {
  return Object.entries(sources).flatMap(([path, text]) => {
    const wrong = [
      ...importsOf(without('comments', text)).flatMap(found => wrongImport(path, found)),
      ...wrongGlobal(path, without('comments and strings', text)),
      ...wrongCommand(path, without('comments', text)),
    ]
    return wrong.map(what => `${path}: ${what}`)
  })
}

/** The folders of diagnosis, from the ground up; `.` is what lies in diagnosis itself, but for TOPMOST. */
const FLOORS = [
  ...[
    '.',
    'namespaces',
    'pods',
    'ownership',
    'volumes',
    'catalogue',
    'references',
    'workloads',
    'service',
    'admission',
  ],
  ...['definitions', 'serving', 'controller', 'scope', 'dossier', 'protections', 'controller-manager', 'unreadable'],
  ...['pauses', 'inventories', 'drains', 'silence', 'obstacles', 'decide', 'rules'],
]
/** Files of diagnosis itself that stand on all of its folders. */
const TOPMOST = [
  ...['circle-opening', 'circles', 'diagnose', 'held-if-deleted', 'observe', 'prospect', 'rescue-offer'],
  ...['unexplained', 'usage'],
]
/** The folder that asks all of it about a cluster as it would be. */
const LAST = 'preflight'
/** The one type that the ground floor has from above: rules are handed the catalogue with the facts. */
const HANDED = 'diagnosis/catalogue/catalogue.ts'

/** Imports of a folder of diagnosis by one below it: `FILE FROM`. */
export function arrowsUp(sources: Sources): string[] {
  return Object.entries(sources).flatMap(([path, text]) => {
    const own = floorOf(path)
    if (own === undefined) return []
    return importsOf(without('comments', text)).flatMap(({ from, typeOnly }) => {
      const target = join(dirname(path), from)
      const other = from.startsWith('.') ? floorOf(target) : undefined
      const isHanded = target === HANDED && typeOnly && own === 0
      return other === undefined || other <= own || isHanded ? [] : [`${path} ${target}`]
    })
  })
}

/** A folder that is in no list stands on the ground floor, where it may import nothing. */
function floorOf(path: string): number | undefined {
  const [room, ...rest] = path.split('/')
  if (room !== 'diagnosis') return undefined
  if (rest[0] === LAST) return FLOORS.length + 1
  if (rest.length > 1) return Math.max(FLOORS.indexOf(rest[0]!), 0)
  return TOPMOST.includes(rest[0]!.replace('.ts', '')) ? FLOORS.length : 0
}

/** Files that import each other, in a sentence for each circle; an import of a type alone counts as any other. */
export function circles(sources: Sources): string[] {
  const known = new Map(
    Object.entries(sources).map(([path, text]) => [
      path,
      importsOf(without('comments', text))
        .filter(({ from }) => from.startsWith('.'))
        .map(({ from }) => join(dirname(path), from)),
    ]),
  )
  const found: string[] = []
  const done = new Set<string>()
  const visit = (path: string, above: readonly string[]): void => {
    const start = above.indexOf(path)
    if (start >= 0) found.push([...above.slice(start), path].join(' → '))
    if (done.has(path) || start >= 0) return
    for (const next of known.get(path) ?? []) visit(next, [...above, path])
    done.add(path)
  }
  for (const path of known.keys()) visit(path, [])
  return found
}

/** Every file whose code can run once this one is imported, itself or by others; what has types alone of another does not run it. */
export function reachedFrom(entry: string, sources: Sources): readonly string[] {
  const seen = new Set([entry])
  // A set is walked as it grows.
  for (const path of seen) {
    for (const from of codeOf(path, sources)) if (from.startsWith('.')) seen.add(join(dirname(path), from))
  }
  return [...seen]
}

function codeOf(path: string, sources: Sources): readonly string[] {
  return importsOf(without('comments', sources[path] ?? '')).flatMap(({ from, typeOnly }) => (typeOnly ? [] : [from]))
}

/** What is loaded with a file and is no file of ours, types apart, each with the first file that imports it: `PACKAGE FILE`. */
export function packagesBehind(entry: string, sources: Sources): string[] {
  const found = new Map<string, string>()
  for (const path of reachedFrom(entry, sources)) {
    for (const from of codeOf(path, sources)) if (!from.startsWith('.') && !found.has(from)) found.set(from, path)
  }
  return [...found].map(([from, path]) => `${from} ${path}`).sort()
}

/** The verb that a file of commands belongs to: `commands/list.ts`, and `commands/list/*`. */
function verbOf(path: string): string | undefined {
  return /^commands\/([^/]+?)(?:\.ts|\/.*)$/.exec(path)?.[1]
}

/** Imports of a verb's files by those of another. */
export function verbsInVerbs(sources: Sources): string[] {
  return Object.entries(sources).flatMap(([path, text]) => {
    const own = verbOf(path)
    if (own === undefined || path === 'commands/index.ts') return []
    return importsOf(without('comments', text)).flatMap(({ from }) => {
      const other = from.startsWith('.') ? verbOf(join(dirname(path), from)) : undefined
      return other === undefined || other === own ? [] : [`${path}: ${own} imports ${other} (${from})`]
    })
  })
}

/** What render imports of other rooms that is no type: `FILE FROM`. The API's plain rules and its own room are its tools. */
export function valuesInRender(sources: Sources): string[] {
  return Object.entries(sources).flatMap(([path, text]) =>
    importsOf(without('comments', text)).flatMap(({ from, typeOnly }) => {
      if (!path.startsWith('render/') || !from.startsWith('.') || typeOnly) return []
      const target = join(dirname(path), from)
      return ['render', 'api', 'plain'].includes(roomOf(target)) ? [] : [`${path} ${target}`]
    }),
  )
}

export interface Import {
  readonly from: string
  readonly typeOnly: boolean
}

/** What a source imports or exports again; its comments are to be gone. */
export function importsOf(code: string): Import[] {
  const form =
    /\b(?:import|export)\s+(type\s)?(?:[\w\s{},*]*?\sfrom\s*)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/g
  return [...code.matchAll(form)].map(([, type, named, lazy]) => ({
    from: (named ?? lazy)!,
    typeOnly: type !== undefined,
  }))
}

function wrongImport(path: string, { from, typeOnly }: Import): string[] {
  const room = roomOf(path)
  if (from === 'node:process' && !TOUCHES_PROCESS.includes(path))
    return ['only main.ts and interrupt.ts touch the process']
  if (from.startsWith('.')) {
    const target = join(dirname(path), from)
    if (target.startsWith('..')) return isData(target, room) ? [] : [`leaves src for ${from}`]
    const other = roomOf(target)
    if (TYPES_ALONE[room]?.includes(other) && !typeOnly)
      return [`${room} may have no more than types of ${other} (${from})`]
    if (other === room || BELOW[room]?.includes(other)) return []
    if (target === MEETING_PLACES[room] && typeOnly) return []
    return [`${room} may not import ${other} (${from})`]
  }
  const hiddenIn = HIDDEN[from.split('/')[0]!]
  if (hiddenIn !== undefined && hiddenIn !== room) return [`only ${hiddenIn} imports ${from}`]
  if (PACKAGES[room] !== undefined && !from.startsWith('node:') && !PACKAGES[room].includes(from))
    return [`${room} may not import ${from}`]
  if (PURE.includes(room) && from.startsWith('node:') && !ALLOWED_IN_PURE.includes(from)) {
    return [`${room} is pure and imports ${from}`]
  }
  return []
}

/** What lies outside of src and is part of the program: its version, and the schema that documents and texts are held to. */
function isData(target: string, room: string): boolean {
  return (target === '../package.json' && room === 'plain') || target === '../docs/schema/catalogue-v1.json'
}

function wrongCommand(path: string, code: string): string[] {
  const makes = importsOf(code).some(({ from }) => from.startsWith('.') && join(dirname(path), from) === MAKES_COMMANDS)
  const may = roomOf(path) === 'diagnosis' || COMMAND_MAKERS.includes(path)
  // The one that prints how to reach the cluster that it serves.
  const quotes = /import \{ shellQuote \} from/.test(code)
  return [
    ...(makes && !may && !quotes ? [`only ${COMMAND_MAKERS.join(' and ')} make commands`] : []),
    ...(COMMAND_IN_TEXT.test(code) ? ['a command is made of words, not of text'] : []),
  ]
}

function wrongGlobal(path: string, code: string): string[] {
  const room = roomOf(path)
  const found: string[] = []
  if (!TOUCHES_PROCESS.includes(path) && /(?<![\w$.])process\s*(\.|\[|\?\.)/.test(code))
    found.push('only main.ts and interrupt.ts touch the process')
  const impure = PURE.includes(room) ? IMPURE.exec(code) : null
  if (impure !== null) found.push(`${room} is pure and uses ${impure[0]}`)
  return found
}

function roomOf(path: string): string {
  const [first, ...rest] = path.split('/')
  if (rest.length > 0) return first!
  if (first === 'main.ts') return 'main'
  return PLAIN.includes(first!) ? 'plain' : 'cli'
}

/** Strings are always matched, so that `//` in one does not start a comment; templates stay, for there is code in them. */
export function without(what: 'comments' | 'comments and strings', text: string): string {
  const tokens = /\/\*[\s\S]*?\*\/|\/\/.*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\[\s\S]|[^`\\])*`/g
  return text.replace(tokens, token => {
    if (token.startsWith('/')) return ' '
    return token.startsWith('`') || what === 'comments' ? token : "''"
  })
}
