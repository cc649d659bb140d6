import { type SurveyRequest, survey } from '../cluster/survey.ts'
import { type CommandContext, defineCommand } from '../commandline/command.ts'
import { chosenContexts, contextsFlag, lookInEach, severalFlag } from '../commandline/contexts-flag.ts'
import type { Flags } from '../commandline/flag-spec.ts'
import { fromFlag, standsStill } from '../commandline/from-flag.ts'
import { outputFormat } from '../commandline/output-format.ts'
import { readFilter, readPageSize, scopeFlags } from '../commandline/scope-flags.ts'
import { UsageError } from '../exit-code.ts'
import { Misuse, message } from '../messages/sentence.ts'
import { discoverFor, typesNamed } from '../operations/inspect/types-named.ts'
import { duringScan, type ScanReport } from '../operations/scan-progress.ts'
import { followList } from './list/follow-list.ts'
import { type ListStyle, printList } from './list/print-list.ts'

const formats = ['json', 'name', 'wide', 'yaml'] as const

const flags = {
  ...scopeFlags,
  ...fromFlag,
  ...contextsFlag,
  output: {
    type: 'string',
    alias: 'o',
    completes: formats,
    describe: 'Output format. One of: (wide, json, yaml, name)',
  },
  'no-headers': { type: 'boolean', describe: "Don't print headers" },
  watch: { type: 'boolean', alias: 'w', describe: 'After listing the objects, watch for changes' },
} as const

export const list = defineCommand({
  name: 'list',
  also: ['ls', 'get'],
  words: '[TYPE[,TYPE...]]',
  completes: 'types',
  summary: 'List terminating objects with their age, finalizers and owners',
  examples: [
    ['kubectl finalize list', 'Everything terminating in the cluster'],
    ['kubectl finalize list -n shop', 'The namespace shop: its objects and the Namespace itself'],
    ['kubectl finalize list pods,pvc --older-than 10m', 'Pods and claims that were deleted over ten minutes ago'],
    ['kubectl finalize list --contexts /^prod-/', 'Several clusters, as one list'],
    ['kubectl finalize list -o json', 'For scripts: kind TerminatingObjectList'],
  ],
  flags,
  async run(invocation, context) {
    if (invocation.flags.from !== undefined && invocation.flags.watch) throw standsStill('--watch')
    const style = readStyle(invocation.flags)
    const pageSize = readPageSize(invocation.flags['chunk-size'])
    const words = readTypeWords(invocation.words)
    const read = async (within: CommandContext, report?: ScanReport) => {
      const { transport, namespace: contextNamespace } = await within.connect()
      const discovery = await discoverFor(words, transport, within.signal)
      const types = typesNamed(words, discovery)
      const namespace = invocation.flags['all-namespaces'] ? undefined : invocation.namespace
      const request: SurveyRequest = {
        discovery,
        pageSize,
        signal: within.signal,
        types,
        namespace,
        fallbackNamespace: namespace === undefined ? contextNamespace : undefined,
        labelSelector: invocation.flags.selector,
      }
      const found = await survey(transport, { ...request, onType: report?.onType }, within.clock.now())
      return { transport, request, found }
    }
    const several = severalFlag(invocation.flags)
    if (several !== undefined && (style.events || style.format === 'name'))
      throw new UsageError(`${several} and ${style.events ? '--watch' : '-o name'} may not be used together`)
    const chosen = await chosenContexts(invocation.flags, context)
    if (chosen !== undefined) {
      const members = await lookInEach(chosen, async within => (await read(within)).found)
      const { printLists } = await import('./list/print-lists.ts')
      return printLists(members, style, context)
    }
    const { transport, request, found } = await duringScan(context, report => read(context, report))
    const exitCode = await printList(found, request, style, context)
    return invocation.flags.watch ? followList(transport, found, request, style, context) : exitCode
  },
})

function readStyle(given: Flags<typeof flags>): ListStyle {
  return {
    format: outputFormat(given.output, formats),
    headers: !given['no-headers'],
    events: given.watch ?? false,
    keeps: readFilter(given),
  }
}

function readTypeWords(words: readonly string[]): string[] {
  const types = words.flatMap(word => word.split(',')).filter(word => word !== '')
  if (types.length === 0 && words.length > 0) throw new Misuse(message('TypeMissing'))
  const name = types.find(word => word.includes('/'))
  if (name === undefined) return types
  throw new UsageError(`list accepts only types: "${name}" names an object; use "kubectl finalize explain" for it`)
}
