import { join } from 'node:path'
import { builtByGo } from '../../test/built-by-go.ts'

/** The Go program that makes the image, by the code of crane. Rejects where it cannot be built. */
export async function imageProgram(): Promise<string> {
  const folder = await builtByGo(join(import.meta.dirname, 'image'), 'image', ['.'])
  if (folder === undefined) throw new Error('the image needs Go, and its modules')
  return join(folder, 'image')
}
