/** A kubeconfig as read: names to entries. Paths are as written until `merge` makes them absolute. */
export interface Kubeconfig {
  readonly currentContext?: string
  readonly clusters: ReadonlyMap<string, ClusterEntry>
  readonly contexts: ReadonlyMap<string, ContextEntry>
  readonly users: ReadonlyMap<string, UserEntry>
}

export interface ClusterEntry {
  readonly server?: string
  readonly tlsServerName?: string
  readonly insecureSkipTlsVerify?: boolean
  readonly certificateAuthority?: string
  /** Decoded PEM. */
  readonly certificateAuthorityData?: string
  readonly proxyUrl?: string
  readonly disableCompression?: boolean
  /** The extension `client.authentication.k8s.io/exec`, for exec plugins. */
  readonly execExtension?: unknown
}

export interface ContextEntry {
  readonly cluster?: string
  readonly user?: string
  readonly namespace?: string
}

export interface UserEntry {
  readonly clientCertificate?: string
  /** Decoded PEM. */
  readonly clientCertificateData?: string
  readonly clientKey?: string
  /** Decoded PEM. */
  readonly clientKeyData?: string
  readonly token?: string
  readonly tokenFile?: string
  readonly username?: string
  readonly password?: string
  readonly as?: string
  readonly asUid?: string
  readonly asGroups?: readonly string[]
  readonly asUserExtra?: Readonly<Record<string, readonly string[]>>
  readonly authProvider?: AuthProviderConfig
  readonly exec?: ExecConfig
  /** The file that holds this entry; renewed OIDC tokens are written back to it. */
  readonly file?: string
}

export interface AuthProviderConfig {
  readonly name: string
  readonly config: Readonly<Record<string, string>>
}

export interface ExecConfig {
  readonly command?: string
  readonly args: readonly string[]
  readonly env: readonly { readonly name: string; readonly value: string }[]
  readonly apiVersion?: string
  readonly installHint?: string
  readonly provideClusterInfo: boolean
  readonly interactiveMode?: string
}
