/** kubectl's flags that say which server to talk to, and as whom; each by the name of its flag. */
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
  readonly 'as-uid'?: string | undefined
  readonly 'as-group'?: readonly string[] | undefined
  /** `key=value` each; kubectl ignores one without "=". */
  readonly 'as-user-extra'?: readonly string[] | undefined
  readonly 'certificate-authority'?: string | undefined
  readonly 'client-certificate'?: string | undefined
  readonly 'client-key'?: string | undefined
  readonly 'tls-server-name'?: string | undefined
  readonly 'insecure-skip-tls-verify'?: boolean | undefined
  /** Whole seconds, or a Go duration; `0` is no limit. */
  readonly 'request-timeout'?: string | undefined
  readonly 'disable-compression'?: boolean | undefined
}
