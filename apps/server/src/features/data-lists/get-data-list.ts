import type { DataList } from '@millrace/contract'
import { dataListRecord, findDataList } from '../../operations/data-lists/data-list.ts'
import { noSuch } from '../../operations/records/find-record.ts'
import type { Request } from '../../platform/auth/request.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { readPeople } from '../../runtime/rights/people.ts'

export async function getDataList(db: Database, request: Request, id: string): Promise<DataList | Refusal> {
  const { workplaceId } = request
  return db.read(request, async (tx) => {
    const row = await findDataList(tx, workplaceId, id)
    if (row === null) return noSuch(dataListRecord)
    const { name, key, description, columns, row_count, revision, version } = row
    const { created_by, updated_by, disabled_by, disabled_at } = row
    const people = await readPeople(tx, workplaceId, [created_by, updated_by, disabled_by])
    return {
      id: row.id,
      name,
      key,
      description,
      columns: [...columns],
      rowCount: row_count,
      revision,
      version,
      disabled:
        disabled_at === null
          ? null
          : { at: disabled_at.toISOString(), by: people.find(disabled_by), reason: row.disabled_reason ?? '' },
      createdAt: row.created_at.toISOString(),
      createdBy: people.find(created_by),
      updatedAt: row.updated_at.toISOString(),
      updatedBy: people.find(updated_by),
    }
  })
}
