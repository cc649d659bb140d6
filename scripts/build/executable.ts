import { execFile } from 'node:child_process'
import { chmod, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { NODE_FLAGS, readCode, SAME_EACH_TIME } from './code-cache.ts'
import type { Parts } from './parts.ts'

export interface Foundation {
  /** The Node that is put under the bundle: without it the one that runs this. */
  readonly runtime?: string
  /** A file with the program's compiled code (code-cache.ts), where that Node is for this machine. */
  readonly code?: string
}

/**
 * Makes `output` a single executable of a Node and a program (parts.ts, in a file), the same bytes for the same two. For this machine
 * it has the program's compiled code too: that saves half of the time until it answers.
 */
export async function makeExecutable(program: string, output: string, { runtime, code }: Foundation): Promise<void> {
  // Made aside and moved over: a running program keeps its file, and half of one is never seen.
  const draft = await mkdtemp(`${output}.draft-`)
  try {
    const made = join(draft, 'program')
    const config = join(draft, 'sea.json')
    // This path ends up in the executable: without a folder it is the same wherever it was made.
    const main = 'launch.cjs'
    const texts = ['environment.cjs', 'link.cjs', main].map(file => readFile(join(import.meta.dirname, file), 'utf8'))
    await writeFile(join(draft, main), (await Promise.all(texts)).join('\n'))
    await writeFile(
      config,
      JSON.stringify({
        main,
        mainFormat: 'commonjs',
        executable: runtime,
        output: made,
        disableExperimentalSEAWarning: true,
        useCodeCache: code !== undefined,
        execArgv: NODE_FLAGS,
        execArgvExtension: 'none',
        assets: await assetsOf(program, code, draft),
      }),
    )
    await promisify(execFile)(process.execPath, [...NODE_FLAGS, SAME_EACH_TIME, '--build-sea', config], { cwd: draft })
    await chmod(made, 0o755)
    // An arm64 Mac runs no program without a signature, and appending the program has broken Node's own.
    if (process.platform === 'darwin' && code !== undefined)
      await promisify(execFile)('codesign', ['--sign', '-', '--force', made])
    await rename(made, output)
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

/** What launch.cjs runs, as files in `folder`. */
async function assetsOf(
  program: string,
  ofCode: string | undefined,
  folder: string,
): Promise<Readonly<Record<string, string>>> {
  const parts: Parts = JSON.parse(await readFile(program, 'utf8'))
  const compiled = ofCode === undefined ? new Map<string, Buffer>() : await readCode(ofCode)
  const places: Record<string, readonly number[]> = {}
  const [text, code] = [pile(1), pile(WORD)]
  for (const [name, each] of Object.entries(parts)) {
    const kept = compiled.get(name)
    places[name] = [...text.put(Buffer.from(each, 'latin1')), ...(kept === undefined ? [] : code.put(kept))]
  }
  const contents = { program: text.all(), code: code.all(), parts: JSON.stringify(places) }
  const assets = Object.keys(contents).map(name => [name, join(folder, `${name}.asset`)] as const)
  for (const [name, file] of assets) await writeFile(file, contents[name as keyof typeof contents])
  return Object.fromEntries(assets)
}

/** Compiled code that does not begin at a whole word is copied before it is read. */
const WORD = 8

/** Bytes one after the other, each beginning at a multiple of `step`; `put` answers where they begin and end. */
function pile(step: number) {
  const chunks: Buffer[] = []
  let length = 0
  return {
    put(bytes: Buffer): readonly [from: number, to: number] {
      const place = [length, length + bytes.length] as const
      const room = -bytes.length & (step - 1)
      chunks.push(bytes, Buffer.alloc(room))
      length = place[1] + room
      return place
    },
    all: () => Buffer.concat(chunks),
  }
}
