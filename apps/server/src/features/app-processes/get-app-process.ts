import type { AppProcess, EditLock } from '@millrace/contract'
import {
  type AppProcessRef,
  type AppProcessRow,
  findAppProcess,
  findAppProcesses,
  processRecord,
} from '../../operations/app-processes/app-process.ts'
import { findHolder, type LockHeld, type LockHolder } from '../../operations/designs/edit-lock.ts'
import { noSuch } from '../../operations/records/find-record.ts'
import type { User } from '../../platform/auth/user.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { type People, readPeople } from '../../runtime/rights/people.ts'

/** A process, without its design. */
export async function getAppProcess(db: Database, user: User, ref: AppProcessRef): Promise<AppProcess | Refusal> {
  return db.read(user, async (tx) => {
    const process = await findAppProcess(tx, user.workplaceId, ref)
    return process === null ? noSuch(processRecord) : presentOne(tx, process)
  })
}

/** Those that a deed has made, in its order. */
export async function getAppProcesses(db: Database, user: User, ids: readonly string[]): Promise<AppProcess[]> {
  return db.read(user, async (tx) => {
    const rows = await findAppProcesses(tx, user.workplaceId, ids)
    const people = await readPeople(tx, user.workplaceId, [user.username])
    return ids.flatMap((id) => {
      const row = rows.get(id)
      return row === undefined ? [] : [present(row, { people, holder: null })]
    })
  })
}

export async function presentOne(tx: Tx, process: AppProcessRow): Promise<AppProcess> {
  const { workplace_id: workplaceId, id, created_by, updated_by, disabled_by } = process
  const holder = await findHolder(tx, { workplaceId, designId: id })
  const names = [created_by, updated_by, disabled_by, holder?.username ?? null]
  return present(process, { people: await readPeople(tx, workplaceId, names), holder })
}

export async function presentLock(
  tx: Tx,
  { workplaceId }: User,
  { token, username, since, until }: LockHeld,
): Promise<EditLock> {
  const people = await readPeople(tx, workplaceId, [username])
  return { token, holder: people.get(username), since: since.toISOString(), until: until.toISOString() }
}

function present(
  row: AppProcessRow,
  { people, holder }: { readonly people: People; readonly holder: LockHolder | null },
): AppProcess {
  return {
    id: row.id,
    application: { id: row.application_id, name: row.application_name },
    name: row.name,
    key: row.process_key,
    category: row.category,
    icon: row.icon,
    documentation: row.documentation,
    starterUsers: row.starter_users,
    starterGroups: row.starter_groups,
    revision: row.revision,
    version: row.version,
    disabled:
      row.disabled_at === null
        ? null
        : { at: row.disabled_at.toISOString(), by: people.find(row.disabled_by), reason: row.disabled_reason ?? '' },
    editor:
      holder === null
        ? null
        : {
            holder: people.get(holder.username),
            since: holder.since.toISOString(),
            until: holder.until.toISOString(),
          },
    createdAt: row.created_at.toISOString(),
    createdBy: people.find(row.created_by),
    updatedAt: row.updated_at.toISOString(),
    updatedBy: people.find(row.updated_by),
  }
}
