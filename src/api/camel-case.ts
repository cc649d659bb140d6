/** `BucketNotEmpty` as words: `Bucket Not Empty`; `ACLMissing`: `ACL Missing`. */
export function spaced(name: string): string {
  return name.replace(/([a-z0-9])(?=[A-Z])|([A-Z])(?=[A-Z][a-z]{2})/g, '$1$2 ')
}

/** The words of a name in lower case: `web`, `team` and `finalizer` of `web.team/Finalizer`; some may be empty. */
export function wordsOfName(name: string): readonly string[] {
  return spaced(name)
    .toLowerCase()
    .split(/[^a-z0-9]+/)
}
