import { createRequire } from 'node:module'

/** A time of the driver. */
export interface ExactTime extends Date {
  /**
   * The nanoseconds within the second. A DATE has milliseconds; a TIMESTAMP has microseconds unless it says otherwise.
   */
  readonly nanoseconds?: number
}

/** What the driver reads times with: `bytes` as Oracle sends them. */
interface TimeReader {
  parseOracleDate(bytes: Buffer, isLocal?: boolean, usesDatabaseZone?: boolean): ExactTime
}

/** Returns the object whose functions read the values of an answer in the driver. */
export function timeReader(): TimeReader {
  const load = createRequire(import.meta.url)
  const { BaseBuffer } = load('oracledb/lib/impl/datahandlers/buffer.js') as { BaseBuffer: { prototype: TimeReader } }
  return BaseBuffer.prototype
}

/**
 * Makes the driver read each time as one in UTC, with all digits of its second. It reads times without a zone in the zone
 * of its process, keeps milliseconds, and takes the years 1 to 99 for 1901 to 1999: `DATE '0001-01-01'`, which often
 * means “no date”, would be another date.
 *
 * @param reader `timeReader()`. The change lasts as long as the process.
 */
export function keepTimesExact(reader: TimeReader): void {
  const read = reader.parseOracleDate
  reader.parseOracleDate = function (bytes, _isLocal, usesDatabaseZone = false) {
    const time = read.call(this, bytes, false, usesDatabaseZone)
    // Shorter ones have no fraction.
    return bytes.length < 11 ? time : Object.assign(time, { nanoseconds: bytes.readUInt32BE(7) })
  }
}
