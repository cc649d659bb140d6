import type { Names } from '../../messages/nested.ts'

/** `configmaps/a (example.com/hold), secrets/b and 3 more`; `where` says where all of them are told. */
export function namesText({ named, more }: Names, where = ''): string {
  return `${named.join(', ')}${more > 0 ? ` and ${more} more${where}` : ''}`
}
