import { type ApiRequest, type Transport, withSend } from './transport.ts'

/**
 * Hands every warning of the server (`Warning: 299 …` headers: deprecated versions, what admission says) to `warn` with
 * its request, each text once.
 */
export function reportingWarnings(transport: Transport, warn: (text: string, request: ApiRequest) => void): Transport {
  const told = new Set<string>()
  return withSend(transport, async request => {
    const response = await transport.send(request)
    for (const text of parseWarnings(response.headers.warning ?? '')) {
      if (told.has(text)) continue
      told.add(text)
      warn(text, request)
    }
    return response
  })
}

/** The texts of the warnings of code 299 in a header, several being joined by commas; it stops at what is malformed. */
export function parseWarnings(header: string): string[] {
  // warn-code SP warn-agent SP quoted text [SP quoted date]: RFC 7234, 5.5.
  const one = /\s*(\d{3}) (\S+) "((?:[^"\\]|\\.)*)"(?:\s*"[^"]*")?\s*(?:,|$)/y
  const texts: string[] = []
  for (let match = one.exec(header); match !== null; match = one.exec(header)) {
    const text = match[3]!.replace(/\\(.)/g, '$1')
    if (match[1] === '299' && text !== '') texts.push(text)
  }
  return texts
}
