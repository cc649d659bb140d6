/** A kubeconfig with one context that leads to `server`, as YAML flow text; `user` and `cluster` are added to their entries. */
export function kubeconfigText(
  server: string,
  { user = {}, cluster = {}, context = {} }: { user?: object; cluster?: object; context?: object } = {},
): string {
  return JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': 'here',
    clusters: [{ name: 'site', cluster: { server, ...cluster } }],
    contexts: [{ name: 'here', context: { cluster: 'site', user: 'me', ...context } }],
    users: [{ name: 'me', user }],
  })
}
