/** A platform of a release, with the names that Go and krew use. */
export interface Platform {
  readonly os: 'linux' | 'darwin' | 'windows'
  readonly arch: 'amd64' | 'arm64'
}

/** All platforms of a release, in the order of the manifest. */
export const platforms: readonly Platform[] = (['linux', 'darwin', 'windows'] as const).flatMap(os =>
  (['amd64', 'arm64'] as const).map(arch => ({ os, arch })),
)

/** Node's name of the platform, with which the names of the packages of its executable end. */
export function nodeWords({ os, arch }: Platform): string {
  return `${os === 'windows' ? 'win' : os}-${arch === 'amd64' ? 'x64' : arch}`
}

/** Whether it is the platform that this runs on. */
export function isNative({ os, arch }: Platform): boolean {
  const nodeOs = os === 'windows' ? 'win32' : os
  return nodeOs === process.platform && (arch === 'amd64' ? 'x64' : arch) === process.arch
}

/** `kubectl-finalize_v1.2.3_linux_amd64.tar.gz`. */
export function archiveName(version: string, { os, arch }: Platform): string {
  return `kubectl-finalize_v${version}_${os}_${arch}.${os === 'windows' ? 'zip' : 'tar.gz'}`
}

/** What kubectl starts. krew accepts only .exe on Windows. */
export const entryPoint = ({ os }: Platform): string => `kubectl-finalize${os === 'windows' ? '.exe' : ''}`
