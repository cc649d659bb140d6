/** One HTTP exchange with an API server, as plain data: what the real connection and the sandbox have in common. */
export interface ApiRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Begins with "/", percent-encoded, without the server's own path prefix and without query. */
  readonly path: string
  readonly query?: Readonly<Record<string, string>>
  /** Names in lower case. Credentials and impersonation are added below this port. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly body?: string | Uint8Array | undefined
  readonly signal?: AbortSignal | undefined
  /** Is sent even after an interrupt, within so many seconds (true: half of one): it tells what became of a change. */
  readonly afterInterrupt?: true | number | undefined
  /** Is sent over a connection that is closed afterwards: behind a load balancer another server may answer. */
  readonly apart?: true | undefined
  /** What comes of its answer may be read a moment later, together with what comes meanwhile. */
  readonly unhurried?: true | undefined
}

export interface ApiResponse {
  readonly status: number
  /** Names in lower case; a repeated header is joined by ", ". */
  readonly headers: Readonly<Record<string, string>>
  /** Decompressed. Throws ApiFailure `cut` when the answer breaks off; to be read to its end or left by `break`. */
  readonly body: AsyncIterable<Uint8Array>
}

/** Port to an API server. `send` rejects with ApiFailure when there is no answer; any HTTP status is an answer. */
export interface Transport {
  /** `https://host:port/prefix`, for messages. */
  readonly server: string
  send(request: ApiRequest): Promise<ApiResponse>
  /** Ends idle connections, so that the process can end. */
  close(): void
}

/** The same transport, but for how it sends. */
export function withSend(transport: Transport, send: Transport['send']): Transport {
  return { server: transport.server, close: () => transport.close(), send }
}
