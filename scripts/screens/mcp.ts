import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import type { Practice } from './practice.ts'

const CALLS = [
  ['explain', { namespace: 'reports', causesOnly: true }],
  ['catalog', { finalizer: 'kubernetes.io/pvc-protection' }],
] as const

/** A conversation with `kubectl finalize mcp`, by the protocol's own client: the tools, and the texts that a model is given. */
export async function mcpSession({ program, env }: Practice): Promise<string> {
  const client = new Client({ name: 'screens', version: '1.0.0' })
  await client.connect(new StdioClientTransport({ command: program, args: ['mcp'], env: { ...env }, stderr: 'pipe' }))
  try {
    const { tools } = await client.listTools()
    const lines = ['> tools/list', ...tools.map(({ name, title }) => `${name}: ${title}`)]
    for (const [name, given] of CALLS) {
      const { content } = await client.callTool({ name, arguments: { ...given } })
      lines.push('', `> tools/call ${name} ${JSON.stringify(given)}`)
      lines.push(...(content as { text: string }[]).map(({ text }) => text.trimEnd()))
    }
    return lines.join('\n')
  } finally {
    await client.close()
  }
}
