import { mailTextsOf } from '@millrace/contract/mail-texts'
import { sql } from 'kysely'
import type { Person } from '../../platform/auth/user.ts'
import type { Tx } from '../../platform/db/database.ts'
import { runSql } from '../../platform/list/sql.ts'
import { type FactorChange, fillFactorMail } from '../../runtime/mail/system/fill-factor-mail.ts'
import type { OperationContext } from '../operation-context.ts'
import { secretMailStatements } from '../secret-mail.ts'

interface Owner {
  readonly username: string
  readonly firstName: string | null
  readonly lastName: string | null
  readonly email: string | null
}

/** Orders a mail to a user whose second factors change in this transaction. Users without an address get none. */
export async function notifyFactorOwner(
  { runtime, clock }: Pick<OperationContext, 'runtime' | 'clock'>,
  tx: Tx,
  { workplaceId, id }: Pick<Person, 'workplaceId' | 'id'>,
  change: FactorChange,
): Promise<void> {
  const [owner] = await runSql<Owner>(
    tx,
    sql`select username, first_name as "firstName", last_name as "lastName", email from app_user where workplace_id = ${workplaceId} and id = ${id}`,
  )
  if (owner === undefined || !owner.email) return
  await tx.batch(
    secretMailStatements(workplaceId, {
      ...{ id: runtime.newId(), mail: 'secondFactorChanged', to: owner.email, job: 'second-factor' },
      ...{ filling: fillFactorMail({ owner, change }, mailTextsOf(null)), at: clock().toISOString() },
    }),
  )
}
