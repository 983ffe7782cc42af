/** The length of a frame is a number of four bytes in front of it. */
const head = 4

/**
 * Creates a function that takes the bytes of a connection as they arrive, and calls `onFrame` with each complete frame.
 *
 * @param maxBytes the maximum size of a frame.
 * @throws RangeError when the announced size of a frame is larger than `maxBytes`, or too small for the number of its
 *   request.
 */
export function createFrameReader(maxBytes: number, onFrame: (frame: Buffer) => void): (bytes: Buffer) => void {
  let parts: Buffer[] = []
  let size = 0
  let needed: number | null = null
  const take = (count: number): Buffer => {
    const all = parts.length === 1 && parts[0] !== undefined ? parts[0] : Buffer.concat(parts)
    parts = all.length === count ? [] : [all.subarray(count)]
    size -= count
    return all.subarray(0, count)
  }
  return (bytes) => {
    parts.push(bytes)
    size += bytes.length
    for (;;) {
      if (needed === null) {
        if (size < head) return
        needed = take(head).readInt32BE(0)
        if (needed < head || needed > maxBytes) throw new RangeError('Expected a frame within its limits.')
      }
      if (size < needed) return
      const frame = take(needed)
      needed = null
      onFrame(frame)
    }
  }
}
