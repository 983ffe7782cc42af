import type { Directory } from '@millrace/contract'
import { directoryFields } from '@millrace/contract/lists/directories'
import { sql } from 'kysely'
import { type DirectoryRow, directoryRecord } from '../../operations/directories/directory.ts'
import { getRecord, presentRecord } from '../../operations/records/present-record.ts'
import { presentFieldsOf } from '../../operations/records/record-fields.ts'
import type { Request } from '../../platform/auth/request.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { runSql } from '../../platform/list/sql.ts'

export function getDirectory(db: Database, request: Request, id: string): Promise<Directory | Refusal> {
  return getRecord(db, request, directoryRecord, {
    id,
    present: async (row, people, tx) => ({
      ...presentRecord(row, people),
      ...(await presentFieldsOf(tx, directoryFields, row)),
      ...(await readUsers(tx, row)),
      hasPassword: row.password !== null,
      nextRunAt: row.next_run_at?.toISOString() ?? null,
    }),
  })
}

async function readUsers(tx: Tx, { workplace_id, id, acts_as }: DirectoryRow) {
  const [row] = await runSql<{ users: number; actsAs: string | null }>(
    tx,
    sql`select (select count(*)::int from directory_user l where l.workplace_id = ${workplace_id} and l.directory_id = ${id}) as users,
      (select u.username from app_user u where u.workplace_id = ${workplace_id} and u.id = ${acts_as}::uuid) as "actsAs"`,
  )
  return { users: row?.users ?? 0, actsAs: row?.actsAs ?? null }
}
