import { join } from 'node:path'
import { build } from 'esbuild'
import { withCatalogue } from './catalogue.ts'

/**
 * Bundles src/browser.ts of the repository at `root` into one ES module that needs nothing but a browser. Rejects where a module of Node
 * is reached: it cannot be resolved.
 */
export async function bundleForBrowser(root: string, output: string): Promise<void> {
  await build({
    entryPoints: [join(root, 'src/browser.ts')],
    outfile: output,
    bundle: true,
    platform: 'browser',
    format: 'esm',
    target: 'es2024',
    minify: true,
    legalComments: 'none',
    logLevel: 'silent',
    // Headlamp's compiler would check it, by an older standard library.
    banner: { js: '// @ts-nocheck' },
    define: { global: 'globalThis' },
    inject: [join(root, 'scripts/build/browser-buffer.ts')],
    plugins: [withCatalogue(root, false)],
  })
}
