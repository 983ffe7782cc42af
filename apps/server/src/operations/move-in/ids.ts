import { createHash } from 'node:crypto'

/** Maps ids of the source to ids of this product. The same id always gives the same result. */
export interface Ids {
  /** An id that stays where it is a UUID, alone or after the last colon. Every other id gives a UUID derived from it. */
  of(sourceId: string): string
  /** A UUID that sorts by the time at which the source created the row, which is the order of rows in the engine. */
  ordered(sourceId: string, createdAt: string | null): string
}

const uuidAtEnd = /(?:^|:)([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/i

/**
 * Creates the map from ids of the source to ids of this product.
 * @param space identifies the source installation, because sequential ids are only unique within one.
 */
export function createIds(space: string): Ids {
  const hash = (text: string) => createHash('sha256').update(`${space} ${text}`).digest('hex')
  return {
    of: (sourceId) => {
      const uuid = uuidAtEnd.exec(sourceId)?.[1]
      if (uuid !== undefined) return uuid.toLowerCase()
      const hex = hash(sourceId)
      return formatUuid(`${hex.slice(0, 12)}8${hex.slice(13, 16)}${variantOf(hex)}${hex.slice(17, 32)}`)
    },
    ordered: (sourceId, createdAt) => {
      const ticks = ticksOf(sourceId) ?? BigInt(Date.parse(createdAt ?? '1970-01-01T00:00:00Z')) * 10_000n
      const ms = (ticks / 10_000n).toString(16).padStart(12, '0').slice(-12)
      const rest = Number(ticks % 10_000n)
      const hex = hash(sourceId)
      const high = (rest >> 2).toString(16).padStart(3, '0')
      const low = (0x8000 | ((rest & 3) << 12) | Number.parseInt(hex.slice(0, 3), 16)).toString(16)
      return formatUuid(`${ms}7${high}${low}${hex.slice(4, 16)}`)
    },
  }
}

/** Returns the time of a UUID of version 1, ISO 8601; null for other ids. */
export function timeOfId(sourceId: string): string | null {
  const ticks = ticksOf(sourceId)
  return ticks === null ? null : new Date(Number(ticks / 10_000n)).toISOString()
}

/** Between the Gregorian reform, when UUIDs of version 1 begin, and 1970, in units of 100 nanoseconds. */
const gregorianOffset = 0x01b21dd213814000n

function ticksOf(sourceId: string): bigint | null {
  const hex = uuidAtEnd.exec(sourceId)?.[1]?.replaceAll('-', '').toLowerCase()
  if (hex?.[12] !== '1') return null
  const ticks = BigInt(`0x${hex.slice(13, 16)}${hex.slice(8, 12)}${hex.slice(0, 8)}`) - gregorianOffset
  return ticks < 0n ? null : ticks
}

function variantOf(hex: string): string {
  return ((Number.parseInt(hex[16] ?? '0', 16) & 3) | 8).toString(16)
}

function formatUuid(hex: string): string {
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}
