import { resolveConnection } from '../../src/cluster/kubeconfig/resolve.ts'
import { ExitCode } from '../../src/exit-code.ts'
import { formatFailure } from '../../src/render/failure.ts'
import type { Ran } from '../../test/commands/run-in.ts'
import type { Random } from './random.ts'
import { hostileText } from './texts.ts'

/** Nothing listens there. */
const NOWHERE = 'https://127.0.0.1:1'
const PLUGINS: readonly (string | undefined)[] = ['true', 'false', 'echo', 'no-such-plugin']
const FILES = ['/dev/zero', '/dev/stdin', '/dev/tty', '.', '/proc/self/mem', 'no-such-file', '\0', 'x'.repeat(9000)]

/** A kubeconfig with everything that one may have. */
export function odd(random: Random): object {
  const text = () => (random.below(3) === 0 ? hostileText(random) : 'x')
  const file = () => random.pick(FILES)
  const user = random.pick([
    { token: text() },
    { tokenFile: file() },
    { username: text(), password: text() },
    { 'client-certificate': file(), 'client-key': file() },
    { 'client-certificate-data': btoa('x'), 'client-key-data': text() },
    { as: text(), 'as-uid': text(), 'as-groups': [text(), text()], 'as-user-extra': { [text()]: [text()] } },
    {
      exec: {
        apiVersion: `client.authentication.k8s.io/${random.pick(['v1', 'v1beta1', text()])}`,
        command: random.pick(PLUGINS),
        args: [text(), JSON.stringify({ kind: text() })],
        env: [{ name: 'A', value: text() }],
        installHint: text(),
        interactiveMode: random.pick(['Never', 'IfAvailable', 'Always', text()]),
      },
    },
    {
      'auth-provider': {
        name: random.pick(['oidc', 'gcp', text()]),
        config: {
          'idp-issuer-url': NOWHERE,
          'id-token': `e30.${Buffer.from(`{"exp":${text()}}`).toString('base64')}.`,
          'refresh-token': text(),
        },
      },
    },
  ])
  const config = {
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': 'here',
    preferences: {},
    clusters: [
      {
        name: 'site',
        cluster: {
          server: NOWHERE,
          'proxy-url': random.pick([undefined, NOWHERE, text()]),
          'tls-server-name': text(),
          'certificate-authority-data': random.pick([undefined, text()]),
          'certificate-authority': random.pick([undefined, undefined, file()]),
          extensions: [{ name: 'client.authentication.k8s.io/exec', extension: text() }],
        },
      },
    ],
    contexts: [{ name: 'here', context: { cluster: 'site', user: 'me', namespace: text() } }],
    users: [{ name: 'me', user }],
  }
  // Without what is undefined: a mutation would write it out.
  return JSON.parse(JSON.stringify(config))
}

/** undefined where a command may be run with this file; else what is said of it already, or nothing. */
export async function isHarmless(file: string): Promise<Ran | undefined> {
  try {
    const { server, proxyUrl, credentials } = await resolveConnection({ kubeconfig: file }, {})
    const reached = [
      server,
      proxyUrl ?? NOWHERE,
      ...(credentials.kind === 'oidc' ? [credentials.config['idp-issuer-url'] ?? ''] : []),
    ]
    const isHere = reached.every(address => address === NOWHERE)
    const isTame = credentials.kind !== 'exec' || PLUGINS.includes(credentials.exec.command)
    return isHere && isTame ? undefined : { code: ExitCode.done, stdout: '', stderr: '' }
  } catch (error) {
    return { code: ExitCode.error, stdout: '', stderr: formatFailure(error) }
  }
}
