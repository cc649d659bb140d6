/** A kubeconfig as read: names to entries. Paths are as written until `merge` makes them absolute. */
export interface Kubeconfig {
  readonly currentContext?: string | undefined
  readonly clusters: ReadonlyMap<string, ClusterEntry>
  readonly contexts: ReadonlyMap<string, ContextEntry>
  readonly users: ReadonlyMap<string, UserEntry>
}

export interface ClusterEntry {
  readonly server?: string | undefined
  readonly tlsServerName?: string | undefined
  readonly insecureSkipTlsVerify?: boolean | undefined
  readonly certificateAuthority?: string | undefined
  /** Decoded PEM. */
  readonly certificateAuthorityData?: string | undefined
  readonly proxyUrl?: string | undefined
  readonly disableCompression?: boolean | undefined
  /** The extension `client.authentication.k8s.io/exec`, for exec plugins. */
  readonly execExtension?: unknown
}

export interface ContextEntry {
  readonly cluster?: string | undefined
  readonly user?: string | undefined
  readonly namespace?: string | undefined
}

export interface UserEntry {
  readonly clientCertificate?: string | undefined
  /** Decoded PEM. */
  readonly clientCertificateData?: string | undefined
  readonly clientKey?: string | undefined
  /** Decoded PEM. */
  readonly clientKeyData?: string | undefined
  readonly token?: string | undefined
  readonly tokenFile?: string | undefined
  readonly username?: string | undefined
  readonly password?: string | undefined
  readonly as?: string | undefined
  readonly asUid?: string | undefined
  readonly asGroups?: readonly string[] | undefined
  readonly asUserExtra?: Readonly<Record<string, readonly string[]>> | undefined
  readonly authProvider?: AuthProviderConfig | undefined
  readonly exec?: ExecConfig | undefined
  /** The file that holds this entry; renewed OIDC tokens are written back to it. */
  readonly file?: string | undefined
}

export interface AuthProviderConfig {
  readonly name: string
  readonly config: Readonly<Record<string, string>>
}

export interface ExecConfig {
  readonly command?: string | undefined
  readonly args: readonly string[]
  readonly env: readonly { readonly name: string; readonly value: string }[]
  readonly apiVersion?: string | undefined
  readonly installHint?: string | undefined
  readonly provideClusterInfo: boolean
  readonly interactiveMode?: string | undefined
}
