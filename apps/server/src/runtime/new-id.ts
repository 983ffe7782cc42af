import { randomFillSync } from 'node:crypto'

/** Creates ids, each greater than all earlier ones. */
export interface IdSource {
  (): string
  /** Ensures that later ids are greater than an id that was created elsewhere. */
  follow(id: string): void
}

/**
 * Creates a source of UUIDs of version 7 (RFC 9562) that increase strictly within this process: 48 bits of
 * milliseconds, a counter of 12 and 14 bits in place of random ones, then 48 random bits.
 */
export function createIdSource(clock: () => number = Date.now): IdSource {
  const random = Buffer.alloc(6 * 512)
  let used = random.length
  let last = 0
  let counter = 0
  let begin = timePartOf(last)
  const next = () => {
    const now = Math.max(clock(), last)
    counter = now === last ? counter + 1 : 0
    last = counter > 0x3ffffff ? now + 1 : now
    if (counter > 0x3ffffff) counter = 0
    if (counter === 0) begin = timePartOf(last)
    if (used === random.length) {
      randomFillSync(random)
      used = 0
    }
    const tail = random.toString('hex', used, used + 6)
    used += 6
    const high = (counter >>> 14).toString(16).padStart(3, '0')
    const low = (0x8000 | (counter & 0x3fff)).toString(16)
    return `${begin}-7${high}-${low}-${tail}`
  }
  const follow = (id: string) => {
    const hex = id.replaceAll('-', '')
    const ms = Number.parseInt(hex.slice(0, 12), 16)
    const count = Number.parseInt(hex.slice(13, 16), 16) * 0x4000 + (Number.parseInt(hex.slice(16, 20), 16) & 0x3fff)
    if (ms < last || (ms === last && count < counter)) return
    last = ms
    counter = count
    begin = timePartOf(last)
  }
  return Object.assign(next, { follow })
}

function timePartOf(ms: number): string {
  const time = ms.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}`
}
