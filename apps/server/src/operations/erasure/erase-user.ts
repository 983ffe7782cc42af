import { sql } from 'kysely'
import type { Request } from '../../platform/auth/request.ts'
import type { Person } from '../../platform/auth/user.ts'
import type { Tx } from '../../platform/db/database.ts'
import { isUuid } from '../../platform/db/uuid.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { runSql } from '../../platform/list/sql.ts'
import { actorOf } from '../../runtime/actor.ts'
import { eraseFromAuditStatement } from '../audit/erase-from-audit.ts'
import type { OperationContext } from '../operation-context.ts'
import { needRole } from '../rights.ts'
import { lastAdministrator, lockAccount, lockAdministrators, noSuchUser } from '../users/accounts.ts'
import { writeDeleted } from '../users/delete-user.ts'
import { listObstacles } from './count-erasure.ts'
import { createPseudonym } from './pseudonym.ts'
import { replaceName } from './replace-name.ts'

export interface Erased {
  /** The text that replaces the user name. */
  readonly pseudonym: string
  /** The number of places in which the user name was replaced. */
  readonly replaced: number
}

/**
 * Erases a disabled user: deletes the account with its data, and replaces the user name in history and in records by a
 * pseudonym. It cannot be undone. Refuses with `user.not-confirmed` without the user name as a confirmation, and with
 * `user.has-work` while the user is enabled, has open tasks or has started processes that are running, because open
 * state contains the user name. The audit keeps its entries, without the values of entries about the user.
 */
export async function eraseUser(
  { db, clock }: OperationContext,
  request: Request,
  { id, username }: { readonly id: string; readonly username: string },
): Promise<Erased | Refusal> {
  const { user, workplaceId } = request
  const early = needRole(user, ['RoleAdmin'])
  if (early !== null) return early
  if (!isUuid(id)) return noSuchUser()
  return db.withTransaction(actorOf(request), async (tx): Promise<Erased | Refusal> => {
    const administrators = await lockAdministrators(tx, workplaceId)
    const account = await lockAccount(tx, user, { id })
    if (account === null) return noSuchUser()
    if (administrators.length === 1 && administrators[0] === id) return lastAdministrator()
    if (account.username !== username)
      return refuse(
        'user.not-confirmed',
        'Expected the user name of this user as a confirmation, but it is another one. Nothing was changed.',
        [{ where: 'username', message: 'Enter the user name of this user.' }],
      )
    const obstacles = await listObstacles(tx, { workplaceId, id })
    if (obstacles.length > 0)
      return refuse(
        'user.has-work',
        'Expected a disabled user without open tasks and without running processes that they started. Disable the user, hand over the tasks and end the processes first. Nothing was changed.',
      )
    const pseudonym = createPseudonym('erased', username)
    const replaced = await replaceName(tx, workplaceId, { username, pseudonym })
    await deleteRowsOfDirectories(tx, account)
    await writeDeleted(tx, account)
    await tx.batch([eraseFromAuditStatement(workplaceId, { id, username, pseudonym }, clock())])
    return { pseudonym, replaced }
  })
}

/** Deletes the rows of runs of directories about a user: names, addresses and the entry that they come from. */
async function deleteRowsOfDirectories(tx: Tx, { workplaceId, id }: Person): Promise<void> {
  await runSql(
    tx,
    sql`delete from directory_run_row w using directory_run r, directory_user l
      where w.workplace_id = ${workplaceId} and r.workplace_id = w.workplace_id and r.id = w.run_id
        and l.workplace_id = w.workplace_id and l.directory_id = r.directory_id and l.entry_key = w.entry_key and l.user_id = ${id}`,
  )
}
