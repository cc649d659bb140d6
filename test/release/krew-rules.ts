import { parse } from 'yaml'

/** A manifest as krew reads it, of what these tests use. */
export interface Manifest {
  readonly metadata: { readonly name: string }
  readonly spec: {
    readonly version: string
    readonly homepage: string
    readonly platforms: readonly ManifestPlatform[]
  }
}

export interface ManifestPlatform {
  readonly uri: string
  readonly sha256: string
  readonly bin: string
  readonly selector: { readonly matchLabels: Readonly<Record<string, string>> }
  readonly files: readonly { readonly from: string; readonly to: string }[]
}

/** Names that Windows keeps for devices, whatever their ending. */
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)$/i
const SEMVER = /^v(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-[\w.-]+)?(\+[\w.-]+)?$/

/** One sentence for every rule of krew that the manifest breaks. */
export function violations(text: string): string[] {
  const { apiVersion, kind, metadata, spec } = parse(text)
  const platforms: ManifestPlatform[] = spec.platforms ?? []
  return [
    ...unless(apiVersion === 'krew.googlecontainertools.github.com/v1alpha2', 'apiVersion'),
    ...unless(kind === 'Plugin', 'kind'),
    ...unless(/^[\w-]+$/.test(metadata.name) && !DEVICE.test(metadata.name), 'metadata.name'),
    ...unless(SEMVER.test(spec.version), 'spec.version is no semantic version with a leading v'),
    ...unless(/^[^\n]+$/.test(spec.shortDescription ?? ''), 'spec.shortDescription is not one line'),
    ...unless(/^https:\/\//.test(spec.homepage ?? ''), 'spec.homepage'),
    ...unless(platforms.length > 0, 'spec.platforms is empty'),
    ...platforms.flatMap((platform, index) => wrongPlatform(platform).map(what => `spec.platforms[${index}]: ${what}`)),
  ]
}

function wrongPlatform({ uri, sha256, bin, selector, files }: ManifestPlatform): string[] {
  const labels = selector?.matchLabels ?? {}
  return [
    ...unless(/^https:\/\/\S+\.(zip|tar\.gz)$/.test(uri), 'uri'),
    ...unless(/^[0-9a-f]{64}$/.test(sha256), 'sha256 is not 64 lower-case digits'),
    ...unless(
      Object.keys(labels).every(key => key === 'os' || key === 'arch'),
      'selector',
    ),
    ...unless(['linux', 'darwin', 'windows'].includes(labels.os ?? ''), 'selector os'),
    ...unless(['amd64', 'arm64'].includes(labels.arch ?? ''), 'selector arch'),
    ...unless(labels.os !== 'windows' || bin.endsWith('.exe'), 'bin is no .exe'),
    ...unless(bin !== '' && !bin.startsWith('/') && !bin.split('/').includes('..'), 'bin leads out of the plugin'),
    ...unless(files === undefined || files.length > 0, 'files is empty'),
    ...unless(
      (files ?? []).every(({ from, to }) => Boolean(from) && Boolean(to)),
      'files without from or to',
    ),
    ...unless(files === undefined || files.some(({ from }) => from === 'LICENSE'), 'no LICENSE'),
  ]
}

const unless = (right: boolean, what: string): string[] => (right ? [] : [what])
