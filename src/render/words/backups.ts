import type { Words } from './template.ts'

interface Args {
  /** Of several it is told which one it is. */
  readonly BackupKept: { readonly path: string; readonly number?: number; readonly of?: number }
  readonly BackupNotServed: {
    readonly kind: string
    readonly apiVersion: string
    /** In which the server serves it; absent: the API that serves it does not answer. */
    readonly versions: readonly string[] | undefined
  }
  readonly BackupExists: {
    /** It is the object of the backup, and not another one of its name. */
    readonly isSame: boolean
    readonly uid: string
    /** Where it is being deleted. */
    readonly heldBy: readonly string[] | undefined
  }
}

/** What is said of this program's files: a backup, whether its object can be created again, journals, recordings. */
export const backupWords = {
  NoHomeForBackups: 'no home directory for backups, so nothing is changed: specify a directory with --backup-dir',
  BackupUnwritten: 'the backup cannot be written, so it is not changed: {why}',
  ListUnwritten: 'the list of what is left behind cannot be written, so nothing on it is changed: {why}',
  BackupFolderUnusable: 'the backup directory {folder} cannot be used, so nothing is changed: {why:sentence}',
  FileOfThatName: 'a file with that name exists ({said})',
  BackupsOpenToOthers: 'warning: other users can write to the backup directory {directory}',
  BackupKept: ({ path, number, of }) => `${number === undefined ? '' : `[${number}/${of}] `}backup: ${path}`,
  ListKept: 'list of what is left behind: {path}',
  NoYamlAtLine: 'line {line:number} is not valid YAML: {flaw}',
  NoUsableYaml: 'it is not usable YAML: {why}',
  BackupCutShort: 'it is cut short: its last line is missing',
  BackupEmpty: 'it is empty',
  SeveralDocuments: 'it has {count:number} documents; a backup is one object',
  NoKubernetesObject: 'it is not a Kubernetes object',
  BackupIsList: 'it is a list; a backup is one object',
  BackupLacks: 'it has no {field}',
  FieldIsNot:
    'its {field} is not a {wanted?name=name|names=list of names|owners=list of apiVersion, kind, name and uid}',
  BackupNotServed: ({ kind, apiVersion, versions }) =>
    `no matches for kind "${kind}" in version "${apiVersion}": ${servedText(versions)}`,
  BackupOfOtherNamespace: 'the object of the backup is in the namespace "{own}", and -n says "{given}"',
  BackupExists: ({ isSame, uid, heldBy }) => {
    const what = isSame ? 'the object of the backup still exists' : 'an object with its name already exists'
    if (heldBy === undefined) return `${what}, with uid ${uid}; nothing is replaced`
    const held = heldBy.length === 0 ? '' : `, held by ${heldBy.join(', ')}`
    return `${what}, with uid ${uid}, and is being deleted${held}; restore it when it is gone`
  },
  DependsOnUnread: 'whether {names:and} still exists, which it depends on, could not be read',
  DeletedAgainWithoutIt: 'without it the object would be deleted again, and with the override it is created without it',
  JournalsUnreadable: '{directory}: the journals in it cannot be read: {why}',
  PseudonymsChangeIt: 'with pseudonyms the diagnosis would be different: record without --redact, or report this',
} as const satisfies Words<Args>

function servedText(versions: readonly string[] | undefined): string {
  if (versions === undefined) return 'the API that serves it does not answer'
  return versions.length === 0
    ? 'the server does not serve this type; a custom resource needs its CustomResourceDefinition first'
    : `the server serves it as ${versions.join(', ')}`
}
