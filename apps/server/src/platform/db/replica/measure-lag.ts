import type { Statement } from '../batch.ts'
import type { Database } from '../database.ts'

/** The maximum age of the data of a standby. */
export interface Lag {
  /** Seconds; infinite while it is not known, such as while the standby is away. */
  seconds(): number
  stop(): void
}

export interface LagOptions {
  readonly primary: Pick<Database, 'readPlatform' | 'onLoss'>
  readonly standby: Pick<Database, 'readPlatform'>
  readonly everyMs?: number
  /** Milliseconds that never go back. */
  readonly ticks?: () => number
}

/**
 * Measures the age of the data of a standby. The standby has all changes up to a time at which the log of the primary
 * was not ahead of the current position of the standby. A standby cannot measure its lag alone, because it receives
 * nothing while nobody writes.
 */
export function measureLag({ primary, standby, everyMs = 500, ticks = () => performance.now() }: LagOptions): Lag {
  let marks: { readonly at: number; readonly position: bigint }[] = []
  let currentAt = Number.NEGATIVE_INFINITY
  let isMeasuring = false

  const measure = async () => {
    const at = ticks()
    const written = await primary.readPlatform((tx) => tx.batch([readWritten]))
    marks = [...marks.slice(1 - keptMarks), { at, position: readPosition(written[0]?.[0]?.[0]) }]
    const replayed = await standby.readPlatform((tx) => tx.batch([readReplayed]))
    const [isStandby, text, identity] = replayed[0]?.[0] ?? []
    // A database of another cluster has a log of its own.
    if (isStandby !== 't' || identity !== written[0]?.[0]?.[1]) {
      currentAt = Number.NEGATIVE_INFINITY
      return
    }
    const position = readPosition(text)
    currentAt = marks.findLast((mark) => mark.position <= position)?.at ?? Number.NEGATIVE_INFINITY
  }
  const timer = setInterval(() => {
    if (isMeasuring) return
    isMeasuring = true
    measure()
      // What was measured before grows old by itself.
      .catch(() => {})
      .finally(() => {
        isMeasuring = false
      })
  }, everyMs).unref()
  // Another primary may count its log anew from an earlier position.
  const stopFollowing = primary.onLoss(() => {
    marks = []
    currentAt = Number.NEGATIVE_INFINITY
  })
  return {
    seconds: () => (ticks() - currentAt) / 1000,
    stop: () => {
      clearInterval(timer)
      stopFollowing()
    },
  }
}

const keptMarks = 240

const identity = `(select installation || ' ' || coalesce(name, '') from cell_identity)`
const readWritten: Statement = { name: 'lag_written', text: `select pg_current_wal_lsn(), ${identity}`, values: [] }
const readReplayed: Statement = {
  name: 'lag_replayed',
  text: `select pg_is_in_recovery(), pg_last_wal_replay_lsn(), ${identity}`,
  values: [],
}

/** Reads a position in the log, such as `1/16B3748`, as PostgreSQL writes it (PostgreSQL 18, 8.20). */
function readPosition(text: string | null | undefined): bigint {
  const [, high = '', low = ''] = /^([0-9A-F]+)\/([0-9A-F]+)$/.exec(text ?? '') ?? []
  if (high === '') throw new Error(`Expected a position in the log of PostgreSQL, but got “${text}”.`)
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}
