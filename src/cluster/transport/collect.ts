/** Reads a body whole, or until it has reached `limit` bytes, and then leaves it. */
export async function collect(body: AsyncIterable<Uint8Array>, limit = Number.POSITIVE_INFINITY): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of body) {
    chunks.push(chunk)
    length += chunk.length
    if (length >= limit) break
  }
  return chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, length)
}
