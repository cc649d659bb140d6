/** kubectl's flags that say which server to talk to, and as whom; each stands for the flag of the same name. */
export interface ConnectionFlags {
  readonly kubeconfig?: string | undefined
  readonly context?: string | undefined
  readonly cluster?: string | undefined
  readonly user?: string | undefined
  readonly namespace?: string | undefined
  readonly server?: string | undefined
  readonly token?: string | undefined
  readonly username?: string | undefined
  readonly password?: string | undefined
  readonly as?: string | undefined
  readonly asUid?: string | undefined
  readonly asGroup?: readonly string[] | undefined
  /** `key=value` each; kubectl ignores one without "=". */
  readonly asUserExtra?: readonly string[] | undefined
  readonly certificateAuthority?: string | undefined
  readonly clientCertificate?: string | undefined
  readonly clientKey?: string | undefined
  readonly tlsServerName?: string | undefined
  readonly insecureSkipTlsVerify?: boolean | undefined
  /** Whole seconds, or a Go duration; `0` is no limit. */
  readonly requestTimeout?: string | undefined
  readonly disableCompression?: boolean | undefined
}
