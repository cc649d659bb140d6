import { type CommandContext, defineCommand } from '../commandline/command.ts'
import { deliver } from '../commandline/deliver.ts'
import { endable } from '../endable.ts'
import { ExitCode } from '../exit-code.ts'
import { beginWith } from '../operations/preflight/find-targets.ts'
import { type PreflightResult, preflightCluster } from '../operations/preflight/preflight-cluster.ts'
import { readFor } from '../operations/preflight/shown-preflight.ts'
import { wordsOf } from '../operations/preflight/sources/source.ts'
import { duringScan } from '../operations/scan-progress.ts'
import { commentary } from '../render/commentary.ts'
import { type PreflightOptions, preflightFlags, readPreflightOptions } from './preflight/options.ts'
import { printPreflight } from './preflight/print-preflight.ts'

export const preflight = defineCommand({
  name: 'preflight',
  also: ['predict', 'foresee', 'plan', 'check'],
  words:
    'TYPE/NAME... | TYPE NAME... | TYPE -l SELECTOR | operator NAME | -f FILE | -k DIRECTORY | --helm RELEASE | --argocd APPLICATION | --flux KIND/NAME',
  completes: 'objects',
  summary: 'Before a deletion: what would get stuck, go along, break, or come back; reads only',
  examples: [
    ['kubectl finalize preflight ns/shop', 'A namespace with everything in it'],
    ['kubectl finalize preflight crd/widgets.example.com', 'A CRD with its instances in all namespaces'],
    ['kubectl finalize preflight pvc/data deployment/web -n shop', 'Several objects that are deleted together'],
    ['kubectl finalize preflight bucket/logs --cascade foreground', 'As kubectl delete --cascade=foreground would'],
    ['kubectl finalize preflight pods -l app=web -n shop', 'All Pods with this label'],
    ['kubectl finalize preflight operator widgets -n widgets', 'An operator with all objects of its CRDs'],
    ['kubectl finalize preflight -f app/ -R', 'What a file or directory names; - for standard input'],
    ['kubectl finalize preflight --helm web -n shop', 'The objects of a Helm release, as it is stored'],
    ['kubectl finalize preflight --argocd argocd/web', 'An Application of Argo CD with its objects'],
    ['kubectl finalize preflight --flux ks/web -n shop', 'A Kustomization of Flux with its objects; or hr/NAME'],
    ['kubectl finalize preflight ns/shop --from FILE', 'From a recording or a dump, in place of a cluster'],
    ['kubectl finalize preflight ns/shop --open', 'A page with the picture of it, in the browser'],
    ['kubectl finalize preflight ns/shop -o json', 'For scripts: kind Preflight, exit code 3 when it would get stuck'],
  ],
  flags: preflightFlags,
  async run(invocation, context) {
    const options = readPreflightOptions(invocation)
    const session = await context.connect()
    const begun = await beginWith(options, session, context)
    // Of the others alone nothing is foreseen: that is no answer to the question.
    if (begun.isMissing) return ExitCode.error
    const request = { ...begun, ...options, isRecorded: session.takenAt !== undefined }
    const flown = await duringScan(context, report => preflightCluster(request, session, context, report))
    const words = [...invocation.words, ...wordsOf(options.source)]
    return tell(flown, words, options, { place: session.place, context })
  },
})

async function tell(
  flown: PreflightResult,
  words: readonly string[],
  options: PreflightOptions,
  { place, context }: { readonly place: string; readonly context: CommandContext },
): Promise<ExitCode> {
  const { verdict, targets } = flown.preflight
  const notes = commentary(readFor(flown))
  // A selector may have found nothing: of that there is nothing to see.
  const isShown = targets.length > 0 || options.format === 'json' || options.format === 'yaml'
  const failedToOpen =
    isShown &&
    (await deliver('preflight', options, context, terminal => {
      const print = () => printPreflight(flown, { place, notes }, words, options, { ...context, terminal })
      return endable(print, print)
    }))
  for (const line of notes) context.terminal.stderr.write(`${line}\n`)
  if (flown.interrupted) return ExitCode.interrupted
  if (verdict === 'stuck') return ExitCode.refused
  return verdict === 'unknown' || failedToOpen ? ExitCode.error : ExitCode.done
}
