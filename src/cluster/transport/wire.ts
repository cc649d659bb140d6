import type { ApiRequest, ApiResponse } from './transport.ts'

/** A request with all that goes over the wire. Below the port a header may repeat: Impersonate-Group does. */
export interface WireRequest extends Omit<ApiRequest, 'headers'> {
  readonly headers?: Readonly<Record<string, string | readonly string[]>> | undefined
}

/** A Transport to which credentials have not been added yet. */
export interface Wire {
  readonly server: string
  send(request: WireRequest): Promise<ApiResponse>
  close(): void
}
