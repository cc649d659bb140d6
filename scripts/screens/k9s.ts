import { startedByK9s } from '../../test/e2e/integrations/k9s-plugins.ts'
import type { Practice } from './practice.ts'

const BUCKET = { RESOURCE_NAME: 'buckets', RESOURCE_GROUP: 'objectstore.example.com', NAMESPACE: 'reports' }
const NAMESPACE = { RESOURCE_NAME: 'namespaces', RESOURCE_GROUP: '', NAMESPACE: '-' }

/** What a key of k9s shows of a row. */
async function shown({ run }: Practice, plugin: string, row: typeof BUCKET & { readonly NAME: string }) {
  const { command, args } = startedByK9s(plugin, { ...row, CONTEXT: 'prod' })
  return (await run(command, args)).stdout
}

export const k9sExplain = (on: Practice) => shown(on, 'finalize-explain', { ...BUCKET, NAME: 'invoices-2025' })

export const k9sPreflight = (on: Practice) => shown(on, 'finalize-preflight', { ...NAMESPACE, NAME: 'reports' })
