import type { ClientCertificate } from '../kubeconfig/connection.ts'

/** What one request shows to prove who sends it. */
export interface Credential {
  /** Value of the Authorization header. */
  readonly authorization?: string | undefined
  /** Replaces the connection's own client certificate. */
  readonly clientCertificate?: ClientCertificate | undefined
}

/** Port to where credentials come from. */
export interface CredentialSource {
  /** What to show now; may read a file, run a plugin or ask an issuer. Rejects with ApiFailure `configuration`. */
  current(): Promise<Credential>
  /** The server refused `refused`: what to show instead, or undefined when there is nothing better. */
  renew(refused: Credential): Promise<Credential | undefined>
  /** Ends what is still running for it. */
  close(): void
}

/** A source that always shows the same. */
export function fixedCredential(credential: Credential): CredentialSource {
  return { current: async () => credential, renew: async () => undefined, close: () => {} }
}
