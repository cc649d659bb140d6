import { basename } from 'node:path'
import { build, transform } from 'esbuild'
import { inAscii, optionsOf } from './bundle.ts'

/**
 * The program as the text of one function of Node's `require`. Code that is imported lazily is a part of its own, a function that
 * is compiled when it is first asked for: V8 keeps of the others nothing but where they are. In one flat bundle it keeps
 * a note of each of ten thousand functions, which is read at every start.
 */
export async function partsOf(entry: string): Promise<string> {
  const { outputFiles } = await build({
    ...optionsOf(),
    entryPoints: { main: entry },
    outdir: 'parts',
    write: false,
    splitting: true,
    // One function has no address of its own.
    define: { 'import.meta.url': '"file:///kubectl-finalize"' },
    banner: {},
  })
  const parts = await Promise.all(
    outputFiles.map(async ({ path, text }) => {
      const { code } = await transform(text.replace(/^#!.*/, ''), { format: 'cjs', minify: true, target: 'node22' })
      const linked = code.replaceAll(/\bimport\("(\.\/[^"]+)"\)/g, 'lazily("$1")')
      return `${JSON.stringify(`./${basename(path)}`)}(module,exports,require){${inAscii(linked)}\n}`
    }),
  )
  return `(function(builtin){const parts={${parts.toSorted().join(',\n')}};${LINK};require("./main.js")})`
}

/**
 * Runs a part once, when it is first asked for; what is no part is Node's. A package in CommonJS that is imported lazily has its names
 * beside its default, as Node gives them: esbuild leaves it at the default.
 */
const LINK = `const made={};function require(name){if(made[name]!==undefined)return made[name].exports;
const part=parts[name];if(part===undefined)return builtin(name);
const module=made[name]={exports:{}};part(module,module.exports,require);return module.exports}
async function lazily(name){const found=require(name);const{default:whole,...others}=found;
return whole==null||Object.keys(others).length>0?found:{...whole,default:whole}}`
