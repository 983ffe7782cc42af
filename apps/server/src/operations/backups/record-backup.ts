import { randomUUID } from 'node:crypto'
import { type CheckedDatabase, connectAlone } from '../../platform/db/connect.ts'
import type { TakenBackup } from './take-backup.ts'

interface Recorded {
  readonly taken: TakenBackup
  /** The host and folder of the backup, for administrators. */
  readonly place: string
  readonly isChecked: boolean
}

/** Stores in the database that a backup is complete, for the dashboard of administrators. */
export async function recordBackup(
  database: CheckedDatabase,
  { taken: { manifest, size, rows }, place, isChecked }: Recorded,
): Promise<void> {
  const client = await connectAlone(database)
  try {
    const { rows: found } = await client.query(`select to_regclass('backup_run') as name`)
    // An older database that no server of this version has migrated.
    if (found[0]?.name === null) return
    await client.query(
      `insert into backup_run (id, taken_at, ended_at, place, size, row_count, is_encrypted, is_checked)
        values ($1, $2, now(), $3, $4, $5, $6, $7)`,
      [randomUUID(), manifest.takenAt, place.slice(0, 500), size, rows, manifest.encryption !== null, isChecked],
    )
    await client.query(`delete from backup_run where taken_at < now() - interval '366 days'`)
  } finally {
    await client.end()
  }
}
