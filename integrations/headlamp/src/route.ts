import { getHeadlampAPIHeaders } from '@kinvolk/headlamp-plugin/lib'

interface HeadlampWindow {
  /** Set by the desktop app alone. */
  readonly desktopApi?: unknown
  readonly headlampBackendPort?: number
  readonly headlampBaseUrl?: string
}

/**
 * How Headlamp's server hands a request on to the API server of a cluster. Not by its `ApiProxy`: that throws away the Status of an
 * error, which alone proves that an object is not there.
 */
export function routeTo(cluster: string) {
  const { desktopApi, headlampBackendPort = 4466, headlampBaseUrl = '' } = window as HeadlampWindow
  const isApp = desktopApi !== undefined
  const host = isApp ? `http://localhost:${headlampBackendPort}` : window.location.origin
  const base = isApp ? '' : headlampBaseUrl.replace(/^\.?\/?$/, '')
  const withHeaders: typeof fetch = (url, options?: RequestInit) =>
    fetch(url, {
      ...options,
      credentials: 'include',
      headers: { ...(options?.headers as Record<string, string>), ...getHeadlampAPIHeaders() },
    })
  return { server: `${host}${base}/clusters/${encodeURIComponent(cluster)}`, fetch: withHeaders, context: cluster }
}
