import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The folders of the packages that files below a node_modules belong to, sorted, each once. */
export function packagesOf(files: readonly string[]): readonly string[] {
  const folders = files.flatMap(file => /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(file)?.[0] ?? [])
  return [...new Set(folders)].sort()
}

/** The licences of packages as their authors wrote them. Rejects when one of them has none: it could not be shipped. */
export async function thirdPartyLicences(folders: readonly string[]): Promise<string> {
  const texts = await Promise.all(folders.map(licenceOf))
  return [...new Set(texts)].sort().join(`\n${'-'.repeat(80)}\n\n`)
}

async function licenceOf(folder: string): Promise<string> {
  const { name, version, license } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))
  const file = (await readdir(folder)).find(each => /^licen[cs]e/i.test(each))
  if (file === undefined && license === undefined) throw new Error(`${name} ${version} names no licence`)
  const text = file === undefined ? '' : `\n${(await readFile(join(folder, file), 'utf8')).trim()}\n`
  return `${name} ${version} (${license ?? 'see below'})\n${text}`
}
