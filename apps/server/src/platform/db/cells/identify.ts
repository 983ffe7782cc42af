import { StartFailure } from '../../start-failure.ts'
import { type CheckedDatabase, connectAlone } from '../connect.ts'
import type { Database } from '../database.ts'

/** The installation of a database, and its name in that installation. */
export interface Identity {
  /** Null: the installation of the database, or a new one. */
  readonly installation: string | null
  /** Null: the first one. */
  readonly name: string | null
}

/**
 * Checks that a database belongs to the expected installation, and writes the installation into a database that belongs
 * to none yet.
 *
 * @returns the id of the installation.
 * @throws StartFailure when it belongs to another one.
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
  refuseIdentity({ installation: id, name: found ?? null }, { installation, name })
  return id
}

/**
 * Checks that a further database is empty or the expected one, before anything is changed in it.
 *
 * @throws StartFailure when it belongs to another installation or has another name, or contains workplaces without an
 * owner.
 */
export async function refuseOther(
  database: CheckedDatabase,
  expected: { readonly installation: string; readonly name: string },
): Promise<void> {
  const client = await connectAlone(database)
  try {
    const has = async (sql: string) => (await client.query<{ found: boolean }>(`select ${sql} as found`)).rows[0]?.found
    if (await has(`to_regclass('cell_identity') is not null`)) {
      const { rows } = await client.query<{ installation: string; name: string | null }>(
        'select installation, name from cell_identity',
      )
      if (rows[0] !== undefined) return refuseIdentity(rows[0], expected)
    }
    if (!(await has(`to_regclass('workplace') is not null`))) return
    await client.query(`select set_config('app.platform', 'on', false)`)
    if (await has('exists (select from workplace)'))
      throw new StartFailure(
        `Expected the database ${expected.name} to be empty or part of the installation of DATABASE_URL, but it has workplaces of another one. Check MILLRACE_DATABASES.`,
      )
  } finally {
    await client.end()
  }
}

function refuseIdentity(
  found: { readonly installation: string; readonly name: string | null },
  { installation, name }: Identity,
): void {
  const present = (which: string | null) => (which === null ? 'the first database' : `the database ${which}`)
  if (found.name !== name)
    throw new StartFailure(
      `Expected ${present(name)} of the installation at its address, but ${present(found.name)} is there. Check DATABASE_URL and MILLRACE_DATABASES.`,
    )
  if (installation !== null && installation !== found.installation)
    throw new StartFailure(
      `Expected ${present(name)} to belong to the installation of DATABASE_URL, but it belongs to another one. Check MILLRACE_DATABASES.`,
    )
}
