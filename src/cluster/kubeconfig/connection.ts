import type { ExecConfig } from './kubeconfig.ts'

/** Everything needed to talk to one API server: flags, environment and kubeconfig, read and decided. */
export interface Connection {
  /** `https://host:port/prefix`, without a slash at its end and without user information. */
  readonly server: string
  readonly namespace: string
  readonly namespaceSource: 'flag' | 'context' | 'service-account' | 'default'
  /** The context in use, if there is one. */
  readonly contextName?: string | undefined
  readonly clusterName?: string | undefined
  readonly userName?: string | undefined
  readonly tls: TlsSettings
  /** PEM. Only ever present for an https server. */
  readonly clientCertificate?: ClientCertificate | undefined
  /** http, https or socks5; without it the environment's proxy variables decide. */
  readonly proxyUrl?: string | undefined
  readonly disableCompression: boolean
  /** Seconds for a whole request, its retries and its body included; undefined is no limit. */
  readonly requestTimeoutSeconds?: number | undefined
  readonly credentials: Credentials
  readonly impersonate?: Impersonation | undefined
  /** True when a pod's service account led here, not a kubeconfig. */
  readonly inCluster: boolean
}

export interface TlsSettings {
  /** PEM; undefined trusts the system's authorities. */
  readonly ca?: string | undefined
  /** Replaces the server's host in SNI and in the check of its certificate. */
  readonly serverName?: string | undefined
  readonly insecure: boolean
}

export interface ClientCertificate {
  readonly certificate: string
  readonly key: string
}

export type Credentials =
  | { readonly kind: 'none' }
  | { readonly kind: 'token'; readonly token: string }
  /** `token` is what stands in until the file can be read. */
  | { readonly kind: 'tokenFile'; readonly path: string; readonly token?: string | undefined }
  | { readonly kind: 'basic'; readonly username: string; readonly password: string }
  | { readonly kind: 'exec'; readonly exec: ExecConfig; readonly cluster: ExecCluster }
  | { readonly kind: 'oidc'; readonly config: Readonly<Record<string, string>>; readonly storedIn: StoredUser }

/** What an exec plugin may be told of the cluster: `spec.cluster` of KUBERNETES_EXEC_INFO. */
export interface ExecCluster {
  readonly server: string
  readonly 'tls-server-name'?: string | undefined
  readonly 'insecure-skip-tls-verify'?: boolean | undefined
  /** Base64 of the PEM. */
  readonly 'certificate-authority-data'?: string | undefined
  readonly 'proxy-url'?: string | undefined
  readonly 'disable-compression'?: boolean | undefined
  /** The cluster's extension `client.authentication.k8s.io/exec`. */
  readonly config?: unknown
}

/** Where renewed tokens go, so that a refresh token spent here is not lost for kubectl. */
export interface StoredUser {
  readonly file: string
  readonly userName: string
}

export interface Impersonation {
  readonly user: string
  readonly uid?: string | undefined
  readonly groups: readonly string[]
  readonly extra: Readonly<Record<string, readonly string[]>>
}
