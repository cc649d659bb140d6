import { basename } from 'node:path'
import { build, transform } from 'esbuild'
import { inAscii, optionsOf } from './bundle.ts'

/** The program by its parts: the name of each, as the others ask for it, and the text of a function of module, exports and require. */
export type Parts = Readonly<Record<string, string>>

/**
 * The program in parts, for link.cjs. Code that is imported lazily, and what several such have in common, is a part of its own: its text
 * is not even looked at before it is asked for.
 */
export async function partsOf(entry: string): Promise<Parts> {
  const { outputFiles } = await build({
    ...optionsOf({ isCompressed: false }),
    entryPoints: { main: entry },
    outdir: 'parts',
    write: false,
    splitting: true,
    // A part has no address of its own.
    define: { 'import.meta.url': '"file:///kubectl-finalize"' },
    banner: {},
  })
  const parts = await Promise.all(
    outputFiles.map(async ({ path, text }) => {
      const { code } = await transform(text.replace(/^#!.*/, ''), { format: 'cjs', minify: true, target: 'node22' })
      const linked = code.replaceAll(/\bimport\("(\.\/[^"]+)"\)/g, 'lazily("$1")')
      return [`./${basename(path)}`, `(function(module,exports,require,lazily){${inAscii(linked)}\n})`] as const
    }),
  )
  return Object.fromEntries(parts.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
