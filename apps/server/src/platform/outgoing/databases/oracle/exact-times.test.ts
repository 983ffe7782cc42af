import { expect, it } from 'vitest'
import { keepTimesExact, timeReader } from './exact-times.ts'

const reader = timeReader()
keepTimesExact(reader)
// The functions of the driver itself, so that a new version that works otherwise fails here.
const read = (bytes: readonly number[]) => reader.parseOracleDate.call({ caps: {} }, Buffer.from(bytes))

it.each([
  ['0001-01-01T00:00:00.000Z', [100, 101, 1, 1, 1, 1, 1]],
  ['0026-11-30T00:00:00.000Z', [100, 126, 11, 30, 1, 1, 1]],
  ['0099-12-31T23:59:59.000Z', [100, 199, 12, 31, 24, 60, 60]],
  ['0100-01-01T00:00:00.000Z', [101, 100, 1, 1, 1, 1, 1]],
  // An hour that daylight saving leaves out in many zones.
  ['2026-03-29T02:30:05.000Z', [120, 126, 3, 29, 3, 31, 6]],
  ['2026-03-29T02:30:05.070Z', [120, 126, 3, 29, 3, 31, 6, 4, 44, 29, 128]],
  ['9999-12-31T00:00:00.000Z', [199, 199, 12, 31, 1, 1, 1]],
])('reads %s', (time, bytes) => {
  expect(read(bytes).toISOString()).toBe(time)
})

it('reads all digits of a second', () => {
  expect(read([120, 126, 3, 29, 3, 31, 6, 7, 91, 205, 21])).toHaveProperty('nanoseconds', 123_456_789)
  expect(read([120, 126, 3, 29, 3, 31, 6])).not.toHaveProperty('nanoseconds')
})

it('reads a time in the zone of the database', () => {
  const bytes = Buffer.from([100, 126, 11, 30, 3, 1, 1])
  const database = { caps: { dbTzOffset: 120 } }
  expect(reader.parseOracleDate.call(database, bytes, false, true).toISOString()).toBe('0026-11-30T00:00:00.000Z')
})
