import type { Cascade } from '../diagnosis/preflight/foresee.ts'
import { UsageError } from '../exit-code.ts'
import type { FlagSpecs } from './flag-spec.ts'
import { scopeFlags } from './scope-flags.ts'

const cascades = ['background', 'foreground', 'orphan'] as const satisfies readonly Cascade[]

/** Flags of the commands that are about the deletion of live objects: which, and what becomes of their dependents. */
export const targetFlags = {
  filename: {
    type: 'list',
    alias: 'f',
    completes: 'files',
    describe: 'Files or directories that name the objects; - for standard input',
  },
  recursive: {
    type: 'boolean',
    alias: 'R',
    describe:
      'Process the directory used in -f, --filename recursively. Useful when you want to manage related manifests organized within the same directory',
  },
  kustomize: {
    type: 'string',
    alias: 'k',
    once: 'specify one directory',
    completes: 'files',
    describe: "Process a kustomization directory. This flag can't be used together with -f or -R",
  },
  helm: {
    type: 'string',
    once: 'specify one release',
    describe: 'Helm release in the namespace: the objects of its stored manifest, without CRDs and what Helm keeps',
  },
  argocd: {
    type: 'string',
    once: 'specify one Application',
    describe:
      'APPLICATION or NAMESPACE/APPLICATION of Argo CD: it and the objects that its status lists in this cluster',
  },
  flux: {
    type: 'string',
    once: 'specify one object of Flux',
    describe: 'kustomization/NAME or helmrelease/NAME of Flux: it and the objects of its inventory or release',
  },
  selector: scopeFlags.selector,
  'all-namespaces': { type: 'boolean', alias: 'A', describe: 'With --selector: the objects across all namespaces' },
  cascade: {
    type: 'string',
    completes: cascades,
    describe:
      'Must be "background", "orphan", or "foreground". Selects the deletion cascading strategy for the dependents (e.g. Pods created by a ReplicationController). Defaults to background',
  },
  'chunk-size': scopeFlags['chunk-size'],
} as const satisfies FlagSpecs

/** Throws UsageError for a word that kubectl does not know. */
export function readCascade(text = 'background'): Cascade {
  const found = cascades.find(each => each === text)
  if (found !== undefined) return found
  throw new UsageError(`invalid cascade value (${text}). Must be "background", "foreground", or "orphan"`)
}
