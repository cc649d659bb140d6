import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Who is asked about: the tests' own administrator, and whoever it impersonates; controllers and the servers themselves are left out. */
const USER = 'admin'

/**
 * Each request that may change something, with its body: that a DELETE is a dry run, and which object it is for by uid, stands
 * only there. It is written when it was answered.
 */
const POLICY = {
  apiVersion: 'audit.k8s.io/v1',
  kind: 'Policy',
  omitStages: ['RequestReceived'],
  rules: [
    { level: 'Request', users: [USER], verbs: ['create', 'update', 'patch', 'delete', 'deletecollection'] },
    { level: 'None' },
  ],
}

/** In megabytes: it is never rotated, for a reader follows one file. */
const MOST_MEGABYTES = '4000'

export interface Audit {
  /** The log, a JSON object a line. */
  readonly file: string
  readonly flags: readonly string[]
}

/** Writes the policy to `folder`, and answers the flags by which an API server keeps its audit log there. */
export async function auditIn(folder: string): Promise<Audit> {
  const policy = join(folder, 'audit-policy.yaml')
  await writeFile(policy, JSON.stringify(POLICY))
  const file = join(folder, 'audit.log')
  const flags = [
    `--audit-policy-file=${policy}`,
    `--audit-log-path=${file}`,
    `--audit-log-maxsize=${MOST_MEGABYTES}`,
    // Blocking: what was answered is in the file.
    '--audit-log-mode=blocking',
  ]
  return { file, flags }
}
