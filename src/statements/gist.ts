/**
 * What two errors about different objects have in common: names of the object, numbers and ids are left out. A short
 * text, the same for the same gist.
 */
export function gistOf(text: string, names: readonly string[]): string {
  const nameless = names.filter(name => name.length > 1).reduce((left, name) => left.replaceAll(name, '*'), text)
  const gist = nameless.replace(/[\w.:/-]+/g, word => (/\d/.test(word) ? '#' : word))
  // FNV-1a of 32 bits: nothing hangs on it but which errors are told together.
  let hash = 0x811c9dc5
  for (let at = 0; at < gist.length; at++) hash = Math.imul(hash ^ gist.charCodeAt(at), 0x01000193)
  return (hash >>> 0).toString(16).padStart(8, '0')
}
