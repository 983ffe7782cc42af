import { type UserProperty, userPropertyFields } from '@millrace/contract'
import { getRecord, presentDisabled, presentRecord } from '../../operations/records/present-record.ts'
import { presentFieldsOf } from '../../operations/records/record-fields.ts'
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
      ...(await presentFieldsOf(tx, userPropertyFields, row)),
      hasValues: await hasValues(tx, row),
    }),
  })
}
