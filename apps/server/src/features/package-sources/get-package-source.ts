import type { PackageSource } from '@millrace/contract'
import { packageSourceFields } from '@millrace/contract/lists/package-sources'
import { sql } from 'kysely'
import { type PackageSourceRow, packageSourceRecord } from '../../operations/package-sources/package-source.ts'
import { getRecord, presentDisabled, presentRecord } from '../../operations/records/present-record.ts'
import { presentFieldsOf } from '../../operations/records/record-fields.ts'
import type { Request } from '../../platform/auth/request.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { runSql } from '../../platform/list/sql.ts'

export function getPackageSource(db: Database, request: Request, id: string): Promise<PackageSource | Refusal> {
  return getRecord(db, request, packageSourceRecord, {
    id,
    present: async (row, people, tx) => ({
      ...presentRecord(row, people),
      disabled: presentDisabled(row, people),
      ...(await presentFieldsOf(tx, packageSourceFields, row)),
      hasToken: row.token !== null,
      lookedAt: row.looked_at?.toISOString() ?? null,
      outcome: row.outcome as PackageSource['outcome'],
      message: row.message,
      ...(await readAround(tx, row)),
    }),
  })
}

async function readAround(tx: Tx, { workplace_id, id, acts_as }: PackageSourceRow) {
  const [row] = await runSql<Pick<PackageSource, 'actsAs' | 'isAsked' | 'waitingImport'>>(
    tx,
    sql`select (select u.username from app_user u where u.workplace_id = ${workplace_id} and u.id = ${acts_as}::uuid) as "actsAs",
      exists (select from job j where j.workplace_id = ${workplace_id} and j.id = ${id} and j.data ? 'isAsked') as "isAsked",
      (select i.id from package_import i where i.workplace_id = ${workplace_id} and i.source_id = ${id} and i.state = 'read') as "waitingImport"`,
  )
  return { actsAs: row?.actsAs ?? null, isAsked: row?.isAsked ?? false, waitingImport: row?.waitingImport ?? null }
}
