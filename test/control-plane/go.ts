import { access, constants } from 'node:fs/promises'
import { delimiter, join } from 'node:path'

/**
 * The go command, or undefined when there is none. The installer's own folder is looked at too: a shell that is no
 * login shell often lacks it on PATH.
 */
export async function findGo(): Promise<string | undefined> {
  const name = process.platform === 'win32' ? 'go.exe' : 'go'
  const folders = (process.env.PATH ?? '').split(delimiter).filter(folder => folder !== '')
  if (process.env.GOROOT) folders.push(join(process.env.GOROOT, 'bin'))
  folders.push('/usr/local/go/bin', '/opt/homebrew/bin')
  for (const folder of folders) {
    const path = join(folder, name)
    if (
      await access(path, constants.X_OK).then(
        () => true,
        () => false,
      )
    )
      return path
  }
  return undefined
}
