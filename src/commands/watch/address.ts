import { UsageError } from '../../exit-code.ts'

/** Where a server listens. */
export interface Address {
  /** undefined: all addresses of this machine. */
  readonly host: string | undefined
  readonly port: number
}

/** The value of --metrics: `:9180`, `127.0.0.1:9180`, `[::1]:9180`. Throws UsageError. */
export function readAddress(text: string): Address {
  const parts = /^(?:\[([0-9a-f:.]{2,45})\]|([^:[\]\s]{0,253})):(\d{1,5})$/i.exec(text)
  const port = Number(parts?.[3])
  if (parts === null || port > 65_535) {
    throw new UsageError(`invalid argument "${text}" for "--metrics" flag: must be [HOST]:PORT, for example :9180`)
  }
  return { host: parts[1] || parts[2] || undefined, port }
}
