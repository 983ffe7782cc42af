/** The minimum speed at which a client has to read an answer that holds resources. */
export interface Pace {
  /** Bytes of a second. */
  readonly rate: number
  /** The number of milliseconds over which the speed is averaged. */
  readonly overMs: number
}

/**
 * Passes on the bytes of an answer while the client reads fast enough. Only time in which bytes wait to be read counts,
 * not the time to produce them. The system accepts hundreds of kilobytes and then nothing for a while, so the average
 * counts.
 *
 * @param giveUp called once when the client is too slow. It has to end the connection, because a client that reads
 *   nothing never returns.
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
      const startedAt = performance.now()
      const timer = setTimeout(giveUp, Math.max(0, allowedMs))
      try {
        yield piece
      } finally {
        clearTimeout(timer)
      }
      const tookMs = performance.now() - startedAt
      allowedMs = Math.min(overMs, allowedMs - tookMs + (piece.length / rate) * 1000)
    }
}

/** Portions of an answer may be of megabytes, which nobody could tell a pace by. */
const pieceSize = 65_536
