import type { ValueOfUser } from '@millrace/contract'
import { sql } from 'kysely'
import { findKnown } from '../../operations/user-properties/find-missing.ts'
import { canSeeValue, refuseEditingValue } from '../../operations/user-properties/policy.ts'
import type { UserPropertyRow } from '../../operations/user-properties/user-property.ts'
import { type Account, noSuchUser, readAccount } from '../../operations/users/accounts.ts'
import type { Request } from '../../platform/auth/request.ts'
import type { Person } from '../../platform/auth/user.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import { isUuid } from '../../platform/db/uuid.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { runSql } from '../../platform/list/sql.ts'

/** Lists the enabled properties that the caller can see, by name, with the values of a user. */
export function listValuesOfUser(db: Database, request: Request, id: string): Promise<ValueOfUser[] | Refusal> {
  const { user } = request
  return db.read(request, async (tx) => {
    const account = await findAccount(tx, user, id)
    if (account === null) return noSuchUser()
    const rows = (await selectValues(tx, account)).filter((row) => canSeeValue(user, account, row))
    const named = rows.map((row) => ({ type: row.type, value: row.value ?? row.default_value }))
    const labels = {
      user: await findKnown(tx, user.workplaceId, named, 'user'),
      group: await findKnown(tx, user.workplaceId, named, 'group'),
    }
    return rows.map((row) => ({
      key: row.key,
      name: row.name,
      type: row.type,
      isRequired: row.is_required,
      choices: row.choices,
      defaultValue: row.default_value,
      description: row.default_description,
      value: row.value ?? '',
      label:
        row.type === 'user' || row.type === 'group'
          ? (labels[row.type].get(row.value ?? row.default_value) ?? null)
          : null,
      isEditable: refuseEditingValue(user, account, row) === null,
    }))
  })
}

/** Returns the account with an id; null when it does not exist. */
export async function findAccount(tx: Tx, user: Person, id: string): Promise<Account | null> {
  if (!isUuid(id)) return null
  const [found] = await runSql<{ username: string }>(
    tx,
    sql`select username from app_user where workplace_id = ${user.workplaceId} and id = ${id}`,
  )
  return found === undefined ? null : readAccount(tx, user, found.username)
}

function selectValues(tx: Tx, { workplaceId, id }: Account): Promise<(UserPropertyRow & { value: string | null })[]> {
  return runSql(
    tx,
    sql`select p.*, v.value from user_property p
      left join user_property_value v on v.workplace_id = p.workplace_id and v.property_id = p.id and v.user_id = ${id}
      where p.workplace_id = ${workplaceId} and not p.is_disabled order by p.name_key, p.id limit 1000`,
  )
}
