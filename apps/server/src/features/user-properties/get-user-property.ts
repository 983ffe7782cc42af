import type { UserProperty } from '@millrace/contract'
import { getRecord, presentDisabled, presentRecord } from '../../operations/records/present-record.ts'
import { hasValues } from '../../operations/user-properties/change-user-property.ts'
import { userPropertyRecord } from '../../operations/user-properties/user-property.ts'
import type { Request } from '../../platform/auth/request.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'

export function getUserProperty(db: Database, request: Request, id: string): Promise<UserProperty | Refusal> {
  return getRecord(db, request, userPropertyRecord, {
    id,
    present: async (row, people, tx) => ({
      ...presentRecord(row, people),
      disabled: presentDisabled(row, people),
      name: row.name,
      key: row.key,
      type: row.type,
      isRequired: row.is_required,
      isUnique: row.is_unique,
      choices: row.choices,
      defaultValue: row.default_value,
      defaultDescription: row.default_description,
      viewers: row.viewers,
      editors: row.editors,
      hasValues: await hasValues(tx, row),
    }),
  })
}
