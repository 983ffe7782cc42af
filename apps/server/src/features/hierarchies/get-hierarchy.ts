import type { Hierarchy } from '@millrace/contract'
import { hierarchyRecord } from '../../operations/hierarchies/hierarchy.ts'
import { getRecord, presentDisabled, presentRecord } from '../../operations/records/present-record.ts'
import type { User } from '../../platform/auth/user.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'

export function getHierarchy(db: Database, user: User, id: string): Promise<Hierarchy | Refusal> {
  return getRecord(db, user, hierarchyRecord, {
    id,
    present: (row, people) => ({
      ...presentRecord(row, people),
      disabled: presentDisabled(row, people),
      name: row.name,
      description: row.description,
    }),
  })
}
