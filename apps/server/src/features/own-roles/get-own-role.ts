import type { OwnRole } from '@millrace/contract'
import { ownRoleFields } from '@millrace/contract/lists/own-roles'
import { ownRoleRecord } from '../../operations/own-roles/own-role.ts'
import { nameThings } from '../../operations/own-roles/things.ts'
import { getRecord, presentDisabled, presentRecord } from '../../operations/records/present-record.ts'
import { presentFieldsOf } from '../../operations/records/record-fields.ts'
import type { Request } from '../../platform/auth/request.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'

/** Reads a role of the workplace by its key. Refuses with `thing.not-found`. */
export function getOwnRole(db: Database, request: Request, key: string): Promise<OwnRole | Refusal> {
  return getRecord(db, request, ownRoleRecord, {
    id: key,
    present: async (row, people, tx) => {
      const nameOf = await nameThings(tx, row.workplace_id, row.permissions)
      return {
        ...presentRecord(row, people),
        disabled: presentDisabled(row, people),
        ...(await presentFieldsOf(tx, ownRoleFields, row)),
        key: row.key,
        permissions: row.permissions.map(({ kind, thing, actions }) => ({
          kind,
          thing,
          name: thing === null ? null : nameOf(kind, thing),
          actions: [...actions],
        })),
      }
    },
  })
}
