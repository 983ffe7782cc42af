import type { Database } from '../../platform/db/database.ts'
import { Refusal } from '../../platform/errors/refusal.ts'
import { dropHeld } from '../../platform/files/held-contents.ts'
import { closeThere } from './moving/close-there.ts'
import { holdWorkplace } from './moving/hold-workplace.ts'
import { endMove, findMove } from './moving/move-state.ts'
import { type PlatformAdministrator, refuseDeletion, refuseMoving } from './policy.ts'
import { findHome, type Homes } from './workplace-home.ts'
import { listWorkplaceTables } from './workplace-tables.ts'
import { findWorkplace } from './workplaces.ts'

/**
 * Deletes a suspended workplace with all its data immediately and for ever, or one whose creation or import was
 * interrupted. Other workplaces are refused, so that nobody works in it meanwhile.
 *
 * @returns the number of deleted rows by table.
 */
export async function deleteWorkplace(
  homes: Homes,
  { cause }: PlatformAdministrator,
  reference: string,
): Promise<Map<string, number> | Refusal> {
  const known = await findWorkplace(homes.db, reference)
  if (known instanceof Refusal) return known
  return holdWorkplace({ db: homes.db, workplaceId: known.id, cause }, async (held) => {
    const workplace = await findWorkplace(homes.db, reference)
    if (workplace instanceof Refusal) return workplace
    const move = await findMove(homes.db, workplace.id)
    const isIncomplete = move?.step === 'creating' || move?.step === 'importing'
    if (!isIncomplete) {
      // Rows of an interrupted move may be in a second database.
      const refusal = refuseMoving(workplace, move !== null) ?? refuseDeletion(workplace)
      if (refusal !== null) return refusal
    }
    const home = findHome(homes, workplace.database)
    if (home instanceof Refusal) return home
    const found = { id: workplace.id, isIncomplete }
    const isFirst = home === homes.db
    if (isIncomplete) {
      await held.take()
      // It may be open there already, which the directory does not know.
      if (!isFirst) await closeThere(home, held, cause)
    }
    const counts = await deleteRows(home, { ...found, cell: null }, cause)
    // The entry of the directory last, so that the command can be repeated if it ends in between.
    if (!isFirst) await deleteRows(homes.db, { ...found, cell: workplace.database }, cause)
    if (isIncomplete) await homes.db.withPlatformTransaction(cause, (tx) => tx.batch([endMove(workplace.id)]))
    return counts
  })
}

/** A workplace as the command has found it. */
interface Deletable {
  readonly id: string
  /** Whether its creation or import was interrupted; else it is suspended. */
  readonly isIncomplete: boolean
  /** The name of the database of the workplace; null for the first one. Only the first database knows others. */
  readonly cell: string | null
}

/**
 * @returns the number of deleted rows by table.
 * @throws when the workplace is no longer as it was found: another command has the right, and this one was held up.
 */
async function deleteRows(
  db: Database,
  { id: workplaceId, isIncomplete, cell }: Deletable,
  cause: string,
): Promise<Map<string, number>> {
  const client = await db.pool.connect()
  const counts = new Map<string, number>()
  try {
    await client.query('begin')
    await client.query(`select set_config('app.workplace', $1, true), set_config('app.cause', $2, true)`, [
      workplaceId,
      cause,
    ])
    const tables = await listWorkplaceTables(client)
    const { rows: standing } = await client.query<{ cell: string | null; suspended: boolean; closed: boolean }>(
      'select cell, suspended_at is not null as suspended, moving_at is not null as closed from workplace where workplace_id = $1 for update',
      [workplaceId],
    )
    // None: the command is repeated, or the creation has not come so far.
    const [now] = standing
    if (now !== undefined && (now.cell !== cell || (isIncomplete ? !now.closed : now.closed || !now.suspended)))
      throw new Error('Expected the workplace to be as this command found it, but another one has changed it.')
    const deleted = tables.filter(({ isAppendOnly }) => !isAppendOnly).toReversed()
    // Twice: triggers write rows about the deleted ones, such as the number of incidents, into tables that were emptied.
    for (const { name } of [...deleted, ...deleted]) {
      // Contents of an interrupted import that have arrived are held; those of other rows never came.
      const isHeld = name === 'stored_file' && now?.closed === true
      if (isHeld) await client.query(`select set_config('app.moves', 'on', true)`)
      const { rowCount } = await client.query(`delete from ${client.escapeIdentifier(name)} where workplace_id = $1`, [
        workplaceId,
      ])
      if (isHeld) await client.query(`select set_config('app.moves', '', true)`)
      counts.set(name, (counts.get(name) ?? 0) + (rowCount ?? 0))
    }
    const { text, values } = dropHeld(workplaceId)
    await client.query(text, [...values])
    await client.query('commit')
    return counts
  } finally {
    // A transaction that is still open goes with its connection.
    client.release(true)
  }
}
