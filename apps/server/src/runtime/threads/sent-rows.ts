import type { LoadedRows } from '@millrace/engine'
import { many } from '../execute/many.ts'
import { openPortion, toPortionsInTurns } from './portions.ts'

/**
 * The rows of a root as they are sent to a worker thread: long lists as bytes. Node copies a message in one go, which
 * blocked the event loop for 70 ms with 40,000 variables and as many new values.
 */
export interface SentRows {
  /** The rows without the lists that are sent as bytes. */
  readonly rows: LoadedRows
  readonly long: readonly LongList[]
}

interface LongList {
  readonly list: List
  readonly portions: readonly Uint8Array[]
}

type List = (typeof lists)[number]

const lists = [
  'instances',
  'elements',
  'variables',
  'tasks',
  'jobs',
  'subscriptions',
  'externalTasks',
  'incidents',
] as const satisfies readonly (keyof LoadedRows)[]

/** Prepares rows for a worker thread. Other requests come in between where they are many. */
export async function packRows(rows: LoadedRows): Promise<SentRows> {
  const long: LongList[] = []
  for (const list of lists)
    if (rows[list].length > many) long.push({ list, portions: await toPortionsInTurns(rows[list], many) })
  const without = Object.fromEntries(long.map(({ list }) => [list, []]))
  return { rows: { ...rows, ...without }, long }
}

/** Returns the rows that were sent. */
export function openRows({ rows, long }: SentRows): LoadedRows {
  const opened = Object.fromEntries(long.map(({ list, portions }) => [list, portions.flatMap(openPortion)]))
  return { ...rows, ...opened }
}
