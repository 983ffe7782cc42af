import type { Readable } from 'node:stream'

/** Bytes of bodies that are read in one turn of the event loop, of all requests together. */
const maxBytesPerTurn = 256 * 1024

let ofTurn = 0
const waiting: { readonly bytes: number; readonly goOn: () => void }[] = []

/**
 * Waits until this turn of the event loop has room for bytes of a body. All requests share one budget, so that many
 * large bodies do not make a turn longer, and small calls run between them.
 */
export function passBytes(bytes: number): Promise<void> | void {
  if (waiting.length === 0 && ofTurn < maxBytesPerTurn) return count(bytes)
  return new Promise((goOn) => void waiting.push({ bytes, goOn }))
}

function count(bytes: number): void {
  if (ofTurn === 0) setImmediate(beginTurn)
  ofTurn += bytes
}

function beginTurn(): void {
  ofTurn = 0
  while (ofTurn < maxBytesPerTurn) {
    const next = waiting.shift()
    if (next === undefined) break
    count(next.bytes)
    next.goOn()
  }
}

/** Discards the rest of a body, so that its connection can be reused. */
export async function letGo(body: Readable): Promise<void> {
  try {
    for await (const piece of body.iterator({ destroyOnReturn: false })) await passBytes(piece.length)
  } catch {
    // The connection has ended: nothing is left to read.
  }
}
