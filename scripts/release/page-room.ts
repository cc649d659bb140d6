const LOAD = 1
/** The largest page that a kernel for arm64 may use; Raspberry Pi OS uses 16 KiB, RHEL 8 used 64. */
const LARGEST_PAGE = 0x10000n

/**
 * Extends the memory of a program's last segment to the end of its page, for any page size. Node places what it adds to a program
 * 4 KiB after it, and two segments in one page would overlap. Changes `elf`, which is 64-bit little-endian.
 */
export function makePageRoom(elf: Buffer): void {
  const last = segmentsOf(elf)
    .filter(segment => segment.readUInt32LE(0) === LOAD)
    .at(-1)
  if (last === undefined) throw new Error('an ELF without segments')
  const [start, size] = [last.readBigUInt64LE(0x10), last.readBigUInt64LE(0x28)]
  const free = -(start + size) & (LARGEST_PAGE - 1n)
  last.writeBigUInt64LE(size + free, 0x28)
}

/** The program headers, in the order of their addresses. */
export function segmentsOf(elf: Buffer): readonly Buffer[] {
  const [tableAt, size, count] = [Number(elf.readBigUInt64LE(0x20)), elf.readUInt16LE(0x36), elf.readUInt16LE(0x38)]
  return Array.from({ length: count }, (_, index) => elf.subarray(tableAt + index * size).subarray(0, size))
}
