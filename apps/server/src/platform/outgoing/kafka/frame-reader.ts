/** The length of a frame is a number of four bytes in front of it. */
const head = 4

/**
 * Returns a function that takes the bytes of a connection, and passes on each whole frame.
 *
 * @param maxBytes of one frame.
 * @throws RangeError where a frame says that it is larger, or has no room for its number.
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
