import { type Query, type Statement, sendBatch } from './batch.ts'
import { brokenOff } from './broken-off.ts'
import { cancelStatement } from './cancel-statement.ts'
import { acquire, type PoolAccess } from './pool-access.ts'
import { begin, commit } from './transact.ts'

/** Yields the rows of a query by a cursor, which is open while rows are read. */
export async function* readInPortions<Row>(
  access: PoolAccess,
  setting: Statement,
  { query: { sql, parameters }, size }: { query: Query; size: number },
): AsyncGenerator<Row[]> {
  const { patience } = access
  const { client, release } = await acquire(access)
  const hangUp = () => void cancelStatement(client)
  patience.signal?.addEventListener('abort', hangUp, { once: true })
  // All rows are wanted in the end: a plan that is quick with the first ones only would be slow with the others.
  const planned: Statement = { name: 'plan_for_all', text: `set local cursor_tuple_fraction = 1`, values: [] }
  const declare: Query = { sql: `declare portions no scroll cursor for ${sql}`, parameters }
  const fetch: Query = { sql: `fetch ${size} from portions`, parameters: [] }
  let hasEnded = false
  try {
    let rows = (await sendBatch(client, [begin, setting, planned, declare, fetch])).at(-1) as Row[]
    while (rows.length > 0) {
      yield rows
      patience.signal?.throwIfAborted()
      rows = rows.length < size ? [] : ((await sendBatch(client, [fetch]))[0] as Row[])
    }
    await sendBatch(client, [commit])
    hasEnded = true
  } catch (error) {
    throw brokenOff(error, patience, access.times)
  } finally {
    patience.signal?.removeEventListener('abort', hangUp)
    // Whoever takes no more rows leaves the cursor open: it ends with its connection.
    release(!hasEnded)
  }
}
