import type { ApiRequest, ApiResponse, Transport } from './transport.ts'

/** A request with all that goes over the wire. Below the port a header may repeat: Impersonate-Group does. */
export interface WireRequest extends Omit<ApiRequest, 'headers'> {
  readonly headers?: Readonly<Record<string, string | readonly string[]>> | undefined
}

/** A Transport to which credentials have not been added yet. */
export interface Wire extends Omit<Transport, 'send'> {
  send(request: WireRequest): Promise<ApiResponse>
}
