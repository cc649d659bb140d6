/** How a word or the value of a flag is completed: as one of these, or as a name that has to be looked up. */
export type Completes = readonly string[] | NameKind

/** Names that only the catalogue, the kubeconfig, the sandbox, the disk or a look at the cluster tells. */
export type NameKind =
  /** Left to the shell. */
  | 'files'
  | 'contexts'
  | 'clusters'
  | 'users'
  | 'incidents'
  /** Names for --override, comma-separated. */
  | 'guards'
  | 'catalogued-finalizers'
  /** Past runs, in the directory of --backup-dir. */
  | 'runs'
  /** Of what is terminating now. */
  | 'finalizers'
  | 'namespaces'
  | 'terminating-namespaces'
  /** TYPE[,TYPE...] */
  | 'types'
  /** TYPE/NAME... or TYPE[,TYPE...] NAME..., of what is terminating now. */
  | 'objects'
