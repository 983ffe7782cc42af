import { sql } from 'kysely'
import { kysely } from '../../../platform/db/kysely.ts'
import { Refusal, refuse } from '../../../platform/errors/refusal.ts'
import type { HeldWorkplace } from '../moving/hold-workplace.ts'
import { close, closeAgain, startMove } from '../moving/move-state.ts'
import { findHome } from '../workplace-home.ts'
import { listWorkplaces } from '../workplaces.ts'
import type { EntryRow } from './entry-row.ts'
import type { Importing } from './importing.ts'

/** An import that the directory knows. */
interface Started {
  /**
   * The digest of the file of the interrupted import, which may differ from the file of this command; null: unknown.
   */
  readonly digest: string | null
}

/**
 * Adds the entry of the directory, closed, unless an interrupted import of the same workplace has.
 *
 * @returns the import, or a refusal when the workplace cannot be imported now, or not at all.
 */
export async function startOrContinue(importing: Importing, held: HeldWorkplace): Promise<Started | Refusal> {
  return (await refuseRemovals(importing)) ?? (await addEntry(importing, held))
}

/**
 * Refused while another database still has to remove contents of files of this workplace, which has lived there: it
 * would remove those of the import, which have the same names. Contents that are held there are removed by nobody.
 */
async function refuseRemovals({ homes, home, row }: Importing): Promise<Refusal | null> {
  for (const name of [null, ...(homes.cells ?? []).map((cell) => cell.name)]) {
    const other = findHome(homes, name)
    if (other instanceof Refusal) return other
    if (other === home) continue
    const [rows] = await other.readPlatform((tx) =>
      tx.batch([
        {
          name: 'import_removals',
          text: `select 1 from object_removal where object_key like $1 and due_at < 'infinity' limit 1`,
          values: [`${row.workplace_id}/%`],
        },
      ]),
    )
    if ((rows ?? []).length > 0)
      return refuse(
        'workplace.in-use',
        'Expected the files of the deleted workplace to be removed, but the server has not removed all of them yet. Import again in some minutes.',
      )
  }
  return null
}

async function addEntry(
  { homes: { db }, by: { cause }, row, database, verified: { digest } }: Importing,
  held: HeldWorkplace,
): Promise<Started | Refusal> {
  const known = (await listWorkplaces(db)).filter(
    ({ id, reference }) => id === row.workplace_id || reference.toLowerCase() === row.reference.toLowerCase(),
  )
  const [found] = known
  if (found !== undefined) {
    const move = found.id === row.workplace_id && known.length === 1 ? await held.take() : null
    if (move?.step === 'importing' && move.target === database) return { digest: move.digest ?? null }
    return refuse(
      'thing.exists',
      `Expected a workplace that does not exist here, but “${found.reference}” does. Delete it first, or import into another installation.`,
    )
  }
  await db.withPlatformTransaction(cause, async (tx) => {
    await tx.query(kysely.insertInto('workplace').values({ ...row, suspended_at: shut(row), cell: database }))
    await startMove(tx, held, { source: null, target: database, step: 'importing', digest })
  })
  return { digest }
}

/**
 * Adds the closed row of the workplace in its database, where that is not the first. It is closed again in any case, so that
 * a command before, which was held up, changes nothing more there.
 *
 * @returns its closing there, for `openClosed`; null in the first database.
 * @throws when another command has opened it there meanwhile, or has the right.
 */
export async function addHomeRow({ home, by, database, row }: Importing, held: HeldWorkplace): Promise<string | null> {
  if (database === null) {
    await held.change((tx) => tx.batch([close(row.workplace_id)]))
    return null
  }
  return home.withPlatformTransaction(by.cause, async (tx) => {
    await tx.query(
      kysely
        .insertInto('workplace')
        .values({ ...row, suspended_at: shut(row), moving_at: sql<Date>`clock_timestamp()` })
        .onConflict((conflict) => conflict.column('workplace_id').doNothing()),
    )
    return closeAgain(tx, row.workplace_id)
  })
}

/** Suspended until all is there: nobody signs in, and no job runs, in an installation with one database either. */
function shut({ suspended_at: before }: EntryRow): string {
  return before ?? new Date().toISOString()
}
