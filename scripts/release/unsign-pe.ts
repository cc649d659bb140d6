const CHECKSUM = 64
const SECURITY_DIRECTORY = 112 + 4 * 8

/**
 * The same Windows program without its Authenticode signature, which any addition to the program invalidates.
 * Only for 64-bit PE with the signature at its end, where it is always written; throws for any other.
 */
export function unsignPe(signed: Buffer): Buffer {
  const header = signed.readUInt32LE(0x3c)
  const optional = header + 24
  if (signed.toString('latin1', header, header + 4) !== 'PE\0\0' || signed.readUInt16LE(optional) !== 0x20b) {
    throw new Error('not a 64-bit PE')
  }
  // The only directory whose address is an offset in the file, not in memory.
  const [at, size] = [
    signed.readUInt32LE(optional + SECURITY_DIRECTORY),
    signed.readUInt32LE(optional + SECURITY_DIRECTORY + 4),
  ]
  if (size > 0 && at + size !== signed.length) throw new Error('the signature is not at the end of the file')
  const plain = Buffer.from(size > 0 ? signed.subarray(0, at) : signed)
  plain.fill(0, optional + SECURITY_DIRECTORY, optional + SECURITY_DIRECTORY + 8)
  // 0: not computed. Windows checks it only for drivers.
  plain.writeUInt32LE(0, optional + CHECKSUM)
  return plain
}
