import { readFile, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { type BuildOptions, build, type Plugin } from 'esbuild'
import { withCatalogue } from './catalogue.ts'
import { lazyBuiltins } from './lazy-builtins.ts'
import { lazyCommands } from './lazy-commands.ts'
import { madeHelp } from './made-help.ts'

/**
 * Bundles the program into one ES module that needs nothing but Node.
 * It is one file, for whoever runs it by a Node of their own. `import()` still runs code only when asked to.
 * Answers the files that went into it, as paths from the working directory.
 */
export async function bundle(entry: string, output: string, say: (line: string) => void): Promise<readonly string[]> {
  const { warnings, metafile } = await build({
    ...optionsOf({ isCompressed: true }),
    entryPoints: [entry],
    outfile: output,
  })
  for (const { text, location } of warnings) say(`${location?.file ?? 'bundle'}:${location?.line ?? 0}: ${text}`)
  await writeFile(output, inAscii(await readFile(output, 'utf8')))
  return Object.keys(metafile.inputs)
}

/** inquirer can open an editor, which nothing here asks it to, and which brings 530 KB of character sets along. */
const withoutEditor: Plugin = {
  name: 'without-editor',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^@inquirer\/editor$/ }, ({ path }) => ({ path, namespace: 'left-out' }))
    onLoad({ filter: /.*/, namespace: 'left-out' }, ({ path }) => ({
      contents: `export default () => { throw new Error('${path} is left out of the bundle') }`,
    }))
  },
}

/** Of package.json the program asks for its version alone; the whole of it would be read at each start. */
const onlyVersion: Plugin = {
  name: 'only-version',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]package\.json$/ }, async ({ path }) => {
      if (path !== resolve(ROOT, 'package.json')) return undefined
      const { version } = JSON.parse(await readFile(path, 'utf8')) as { version: string }
      return { contents: JSON.stringify({ version }), loader: 'json' }
    })
  },
}

const ROOT = resolve(import.meta.dirname, '../..')

/** How the program is bundled, as one module or in parts. */
export function optionsOf({ isCompressed }: { readonly isCompressed: boolean }) {
  return {
    bundle: true,
    platform: 'node',
    format: 'esm',
    // The oldest Node that the npm form is for.
    target: 'node22',
    minify: true,
    // They are in LICENSE-THIRD-PARTY, whole.
    legalComments: 'none',
    metafile: true,
    logLevel: 'silent',
    // Packages in CommonJS call `require` of Node's own modules; an ES module has none.
    banner: { js: 'import{createRequire as __cr}from"node:module";const require=__cr(import.meta.url);' },
    plugins: [
      lazyBuiltins,
      lazyCommands,
      madeHelp(ROOT),
      withoutEditor,
      onlyVersion,
      withCatalogue(ROOT, isCompressed),
    ],
  } as const satisfies BuildOptions
}

/**
 * esbuild escapes what is not ASCII in strings, and leaves it in regular expressions. One such character makes V8 keep the whole text
 * in two bytes a character, decoded at each start.
 */
export function inAscii(text: string): string {
  return text.replaceAll(/[\u0080-\uffff]/g, character => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
