/** A time as Kubernetes writes it (metav1.Time): RFC 3339 in UTC, whole seconds. */
export function rfc3339(time: Date): string {
  return time.toISOString().replace(/\.\d+Z$/, 'Z')
}
