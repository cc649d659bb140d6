/** Names one object for people and scripts: `ref` of contract `kubectl-finalize/v1`. */
export interface ObjectRef {
  readonly apiVersion: string
  readonly kind: string
  /** `plural` or `plural.group`. */
  readonly resource: string
  readonly namespace?: string
  readonly name: string
  readonly uid: string
}
