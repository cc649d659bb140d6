import { arch, platform } from 'node:os'
import { version } from '../../version.ts'

const GO_SYSTEM: Readonly<Record<string, string>> = { win32: 'windows' }
const GO_ARCHITECTURE: Readonly<Record<string, string>> = { x64: 'amd64', ia32: '386' }

/** How this program names itself to API servers and in their audit logs, systems named as by kubectl. */
export function userAgent(): string {
  const system = GO_SYSTEM[platform()] ?? platform()
  return `kubectl-finalize/${version} (${system}/${GO_ARCHITECTURE[arch()] ?? arch()})`
}
