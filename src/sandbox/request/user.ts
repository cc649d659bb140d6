/** Who sends a request, as authentication saw it. */
export interface User {
  readonly name: string
  readonly uid?: string | undefined
  readonly groups: readonly string[]
  readonly extra?: Readonly<Record<string, readonly string[]>>
}

export const ADMIN: User = { name: 'system:admin', groups: ['system:masters', 'system:authenticated'] }

/** A user by name alone. ServiceAccounts (`system:serviceaccount:<ns>:<name>`) get the groups the server gives them. */
export function userNamed(name: string): User {
  const account = /^system:serviceaccount:([^:]+):[^:]+$/.exec(name)
  const groups =
    account === null
      ? ['system:authenticated']
      : ['system:serviceaccounts', `system:serviceaccounts:${account[1]}`, 'system:authenticated']
  return { name, groups }
}

/** The user that `Impersonate-*` headers ask for, or undefined without them. */
export function impersonated(headers: Readonly<Record<string, string>>): User | undefined {
  const name = headers['impersonate-user']
  if (name === undefined) return undefined
  const groups = headers['impersonate-group']?.split(/,\s*/)
  const uid = headers['impersonate-uid']
  const plain = userNamed(name)
  return {
    name,
    groups: groups === undefined ? plain.groups : [...groups, 'system:authenticated'],
    uid,
  }
}
