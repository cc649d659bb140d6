import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build, type Plugin } from 'esbuild'

export interface ServedFile {
  readonly type: string
  readonly bytes: Buffer
}

/** Pictures and workers, which the page of a namespace does not need. */
const left: Plugin = {
  name: 'left out',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /(\.svg(\?react)?|\?worker)$/ }, ({ path }) => ({ path, namespace: 'left' }))
    onLoad({ filter: /worker$/, namespace: 'left' }, () => ({ contents: 'export default class {}' }))
    onLoad({ filter: /svg/, namespace: 'left' }, () => ({
      contents: 'export const ReactComponent = () => null; export default ""',
    }))
  },
}

/** Headlamp's page of a namespace, and the plugin as `npm run build` in `folder` made it, by path. Throws where one is not there. */
export async function headlampFiles(folder: string, output: string): Promise<ReadonlyMap<string, ServedFile>> {
  await build({
    absWorkingDir: folder,
    entryPoints: [join(folder, 'screen/namespace-page.jsx')],
    outfile: join(output, 'host.js'),
    bundle: true,
    format: 'esm',
    platform: 'browser',
    jsx: 'automatic',
    logLevel: 'silent',
    alias: { path: 'path-browserify' },
    loader: { '.ttf': 'dataurl', '.png': 'dataurl', '.woff': 'dataurl', '.woff2': 'dataurl' },
    define: {
      global: 'globalThis',
      'process.env': '{}',
      'process.env.NODE_ENV': '"production"',
      'import.meta.env': '{}',
    },
    plugins: [left],
  })
  const script = 'text/javascript'
  return new Map([
    ['/host.js', { type: script, bytes: await readFile(join(output, 'host.js')) }],
    ['/host.css', { type: 'text/css', bytes: await readFile(join(output, 'host.css')) }],
    ['/plugin/main.js', { type: script, bytes: await readFile(join(folder, 'dist/main.js')) }],
  ])
}
