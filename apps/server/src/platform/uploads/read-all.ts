/**
 * All that comes, as one: copied once, where `buffer` of `node:stream/consumers` makes a blob of it on the way, which keeps
 * the loop from others for tens of milliseconds with 20 MB.
 */
export async function readAll(pieces: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const held: Uint8Array[] = []
  for await (const piece of pieces) held.push(piece)
  return Buffer.concat(held)
}
