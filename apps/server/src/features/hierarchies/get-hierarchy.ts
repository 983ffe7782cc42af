import type { Hierarchy } from '@millrace/contract'
import { hierarchyRecord } from '../../operations/hierarchies/hierarchy.ts'
import { getRecord, presentDisabled, presentRecord } from '../../operations/records/present-record.ts'
import type { Request } from '../../platform/auth/request.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'

export function getHierarchy(db: Database, request: Request, id: string): Promise<Hierarchy | Refusal> {
  return getRecord(db, request, hierarchyRecord, {
    id,
    present: (row, people) => ({
      ...presentRecord(row, people),
      disabled: presentDisabled(row, people),
      name: row.name,
      description: row.description,
    }),
  })
}
