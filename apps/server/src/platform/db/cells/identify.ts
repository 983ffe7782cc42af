import { StartFailure } from '../../start-failure.ts'
import type { Database } from '../database.ts'

/** Which database of which installation one is. */
export interface Identity {
  /** Null: the installation of the database, or a new one. */
  readonly installation: string | null
  /** Null: the first one. */
  readonly name: string | null
}

/**
 * Checks that a database is the one that it should be, and notes it in a database that belongs to no installation yet.
 *
 * @returns the id of the installation.
 * @throws StartFailure when it is another one.
 */
export async function identify(
  db: Pick<Database, 'withPlatformTransaction'>,
  { installation, name }: Identity,
): Promise<string> {
  const [, rows] = await db.withPlatformTransaction('start', (tx) =>
    tx.batch([
      {
        name: 'cell_identity_add',
        text: 'insert into cell_identity (installation, name) values (coalesce($1::uuid, gen_random_uuid()), $2) on conflict do nothing',
        values: [installation, name],
      },
      { name: 'cell_identity_read', text: 'select installation, name from cell_identity', values: [] },
    ]),
  )
  const [id, found] = rows?.[0] ?? []
  if (id == null) throw new Error('Expected a row that identifies the database, but there is none.')
  const present = (which: string | null | undefined) => (which == null ? 'the first database' : `the database ${which}`)
  if ((found ?? null) !== name)
    throw new StartFailure(
      `Expected ${present(name)} of the installation at its address, but ${present(found)} is there. Check DATABASE_URL and MILLRACE_DATABASES.`,
    )
  if (installation !== null && installation !== id)
    throw new StartFailure(
      `Expected ${present(name)} to belong to the installation of DATABASE_URL, but it belongs to another one. Check MILLRACE_DATABASES.`,
    )
  return id
}
