/** kubectl's flags that say which server to talk to, and as whom; each stands for the flag of the same name. */
export interface ConnectionFlags {
  readonly kubeconfig?: string
  readonly context?: string
  readonly cluster?: string
  readonly user?: string
  readonly namespace?: string
  readonly server?: string
  readonly token?: string
  readonly username?: string
  readonly password?: string
  readonly as?: string
  readonly asUid?: string
  readonly asGroup?: readonly string[]
  /** `key=value` each; kubectl ignores one without "=". */
  readonly asUserExtra?: readonly string[]
  readonly certificateAuthority?: string
  readonly clientCertificate?: string
  readonly clientKey?: string
  readonly tlsServerName?: string
  readonly insecureSkipTlsVerify?: boolean
  /** Whole seconds, or a Go duration; `0` is no limit. */
  readonly requestTimeout?: string
  readonly disableCompression?: boolean
}
