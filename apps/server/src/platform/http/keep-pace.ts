/** How fast a client has to take an answer that something is held for meanwhile. */
export interface Pace {
  /** Bytes of a second. */
  readonly rate: number
  /** Milliseconds over which that is looked at: after what has come fast it may be slow for as long. */
  readonly overMs: number
}

/**
 * Hands on the bytes of an answer for as long as they are taken at a pace. Only the time counts in which bytes wait to
 * be taken, not that in which they are made. The system takes some hundreds of kilobytes at once and then nothing for a
 * while, so what is looked at is an average.
 *
 * @param giveUp called once when they are not: it has to end the connection, for whoever takes nothing does not come back.
 */
export async function* keepPace(
  chunks: AsyncIterable<Buffer>,
  { rate, overMs }: Pace,
  giveUp: () => void,
): AsyncGenerator<Buffer> {
  let allowedMs = overMs
  for await (const chunk of chunks)
    for (let from = 0; from < chunk.length; from += pieceSize) {
      const piece = chunk.subarray(from, from + pieceSize)
      const begun = performance.now()
      const timer = setTimeout(giveUp, Math.max(0, allowedMs))
      try {
        yield piece
      } finally {
        clearTimeout(timer)
      }
      const tookMs = performance.now() - begun
      allowedMs = Math.min(overMs, allowedMs - tookMs + (piece.length / rate) * 1000)
    }
}

/** Portions of an answer may be of megabytes, which nobody could tell a pace by. */
const pieceSize = 65_536
