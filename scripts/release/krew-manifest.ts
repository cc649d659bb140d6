import { stringify } from 'yaml'
import { archiveName, entryPoint, type Platform } from './platforms.ts'

/** An archive of the release. */
export interface Archive {
  readonly platform: Platform
  /** sha256 of the archive, 64 lower-case hexadecimal digits. */
  readonly sha256: string
  /** The names of its files. */
  readonly files: readonly string[]
}

/** The fields of package.json that the manifest repeats. */
export interface Package {
  readonly version: string
  readonly repository: { readonly url: string }
}

/** krew's manifest, in YAML: one entry per platform, with the GitHub download URL of its archive for the tag `vVERSION`. */
export function krewManifest({ version, repository }: Package, archives: readonly Archive[]): string {
  const homepage = repository.url.replace(/^git\+/, '').replace(/\.git$/, '')
  return stringify(
    {
      apiVersion: 'krew.googlecontainertools.github.com/v1alpha2',
      kind: 'Plugin',
      metadata: { name: 'finalize' },
      spec: {
        version: `v${version}`,
        homepage,
        shortDescription: 'Explain and end what is stuck in Terminating',
        description: DESCRIPTION,
        caveats: caveats(version, homepage),
        platforms: archives.map(({ platform, sha256, files }) => ({
          selector: { matchLabels: { os: platform.os, arch: platform.arch } },
          uri: `${homepage}/releases/download/v${version}/${archiveName(version, platform)}`,
          sha256,
          files: files.map(from => ({ from, to: '.' })),
          bin: entryPoint(platform),
        })),
      },
    },
    // As krew's index has it, and as the bot's template asks for.
    { lineWidth: 0, indentSeq: false },
  )
}

/**
 * The same as the template of krew-release-bot, which puts the tag of a release into it, and the sha256 of the archives that it downloads there.
 * Its `addURIAndSha` makes two lines, the second with four spaces before it.
 */
export function krewTemplate(manifest: string, { version }: Pick<Package, 'version'>): string {
  return manifest
    .replaceAll(/uri: (\S+)\n {4}sha256: [0-9a-f]{64}/g, '{{addURIAndSha "$1" .TagName }}')
    .replaceAll(`v${version}`, '{{ .TagName }}')
}

const DESCRIPTION = `Finds every object that hangs in Terminating, in every type that the server has,
and explains what holds it: the chain down to the few root causes, with proof,
and what to type. Where nothing is left but to take a finalizer off, or to end a
namespace, it does that too: shown first, tried by the server's dry run, backed
up, agreed to, and proven afterwards. It also works where half of the cluster
cannot be read, and tells what it could not see.
`

/** krew links only the entry point and does not say where the rest is: in its own folder, named after the version. */
const caveats = (version: string, homepage: string): string => `Try it on the practice cluster that it brings along:
  kubectl finalize --sandbox

Keys for k9s, a section in Headlamp, steps for GitHub, GitLab and Jenkins, tools for
language models (kubectl finalize mcp) and HolmesGPT:
  ${homepage}/blob/v${version}/docs/integrations.md

For completion of kubectl finalize TAB (Linux and macOS) put one more file on PATH;
it finds the program beside it, and stays right when krew upgrades the plugin:
  cd "\${KREW_ROOT:-$HOME/.krew}"
  cp store/finalize/v${version}/kubectl_complete-finalize bin/
`
