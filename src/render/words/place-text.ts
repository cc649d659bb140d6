/** ` in namespace NAME`, behind the name of an object; nothing for what is in no namespace. */
export function placeText(namespace: string | undefined): string {
  return namespace === undefined ? '' : ` in namespace ${namespace}`
}
