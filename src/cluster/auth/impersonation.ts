import type { Impersonation } from '../kubeconfig/connection.ts'

/** The headers that ask the server to take the caller for somebody else; groups and extra values repeat a header. */
export function impersonationHeaders(impersonate: Impersonation): Record<string, string | readonly string[]> {
  const extra = Object.entries(impersonate.extra).map(([key, values]) => [
    `impersonate-extra-${escapeKey(key)}`,
    values,
  ])
  return {
    'impersonate-user': impersonate.user,
    ...(impersonate.uid !== undefined && { 'impersonate-uid': impersonate.uid }),
    ...(impersonate.groups.length > 0 && { 'impersonate-group': impersonate.groups }),
    ...Object.fromEntries(extra),
  }
}

/** Bytes that a header's name may not hold are percent-encoded, and so is "%", as the server decodes the name. */
function escapeKey(key: string): string {
  return [...Buffer.from(key)]
    .map(byte => {
      const char = String.fromCharCode(byte)
      return /[A-Za-z0-9!#$&'*+.^_`|~-]/.test(char) ? char : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`
    })
    .join('')
}
