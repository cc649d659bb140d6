import type { KubeObject } from '../../api/object.ts'

export interface ServiceRange extends KubeObject {
  readonly spec?: { readonly cidrs?: readonly string[] }
}

/** IPAddresses that this ServiceCIDR covers, and no other one that is not being deleted. */
export function coveredAlone(
  range: ServiceRange,
  ranges: readonly ServiceRange[],
  addresses: readonly KubeObject[],
): readonly KubeObject[] {
  const others = ranges.filter(
    ({ metadata }) => metadata.uid !== range.metadata.uid && metadata.deletionTimestamp === undefined,
  )
  return addresses.filter(({ metadata: { name } }) => covers(range, name) && !others.some(other => covers(other, name)))
}

function covers({ spec }: ServiceRange, address: string): boolean {
  const own = bitsOf(address)
  return (spec?.cidrs ?? []).some(cidr => {
    const [base = '', length = ''] = cidr.split('/')
    const bits = bitsOf(base)
    return own !== undefined && bits?.length === own.length && bits.startsWith(own.slice(0, Number(length)))
  })
}

/** An address as its bits, 32 or 128; undefined for what is none. */
function bitsOf(address: string): string | undefined {
  if (!address.includes(':')) {
    const bytes = address.split('.').map(Number)
    return bytes.length === 4 && bytes.every(byte => byte >= 0 && byte < 256)
      ? bytes.map(byte => binary(byte, 8)).join('')
      : undefined
  }
  const [head = '', tail] = address.split('::')
  const words = (part: string) => (part === '' ? [] : part.split(':'))
  const [before, after] = [words(head), words(tail ?? '')]
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length)
  const all = [...before, ...Array<string>(zeros).fill('0'), ...after]
  return all.length === 8 ? all.map(word => binary(Number.parseInt(word, 16), 16)).join('') : undefined
}

function binary(value: number, length: number): string {
  return value.toString(2).padStart(length, '0')
}
