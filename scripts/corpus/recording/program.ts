import { chmodSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build, type Plugin } from 'esbuild'
import { optionsOf } from '../../build/bundle.ts'
import { standInFor } from './stand-ins.ts'

/** Makes the program as it is released, but that it records, in this folder; for whom the end-to-end suite runs. */
export async function recordingProgram(root: string, folder: string): Promise<string> {
  const bundle = join(folder, 'kubectl-finalize.mjs')
  const { plugins, ...options } = optionsOf({ isCompressed: true })
  await build({
    ...options,
    plugins: [standIns, ...plugins],
    entryPoints: [join(root, 'src/main.ts')],
    outfile: bundle,
  })
  const program = join(folder, 'kubectl-finalize')
  writeFileSync(program, `#!/bin/sh\nexec '${process.execPath}' '${bundle}' "$@"\n`)
  chmodSync(program, 0o755)
  return program
}

const standIns: Plugin = {
  name: 'stand-ins',
  setup({ onResolve }) {
    onResolve({ filter: /^\..*\.ts$/ }, ({ path, importer }) => {
      const url = standInFor(pathToFileURL(resolve(dirname(importer), path)).href, pathToFileURL(importer).href)
      return url === undefined ? undefined : { path: fileURLToPath(url) }
    })
  },
}
