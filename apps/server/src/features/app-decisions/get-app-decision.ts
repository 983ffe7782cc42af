import type { AppDecision, EditLock } from '@millrace/contract'
import {
  type AppDecisionRef,
  type AppDecisionRow,
  decisionRecord,
  findAppDecision,
  findAppDecisions,
} from '../../operations/app-decisions/app-decision.ts'
import { findHolder, type LockHeld, type LockHolder } from '../../operations/designs/edit-lock.ts'
import { noSuch } from '../../operations/records/find-record.ts'
import type { User } from '../../platform/auth/user.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { type People, readPeople } from '../../runtime/rights/people.ts'

/** A decision, without its design. */
export async function getAppDecision(db: Database, user: User, ref: AppDecisionRef): Promise<AppDecision | Refusal> {
  return db.read(user, async (tx) => {
    const decision = await findAppDecision(tx, user.workplaceId, ref)
    return decision === null ? noSuch(decisionRecord) : presentOne(tx, decision)
  })
}

/** Those that a deed has made, in its order. */
export async function getAppDecisions(db: Database, user: User, ids: readonly string[]): Promise<AppDecision[]> {
  return db.read(user, async (tx) => {
    const rows = await findAppDecisions(tx, user.workplaceId, ids)
    const people = await readPeople(tx, user.workplaceId, [user.username])
    return ids.flatMap((id) => {
      const row = rows.get(id)
      return row === undefined ? [] : [present(row, { people, holder: null })]
    })
  })
}

export async function presentOne(tx: Tx, decision: AppDecisionRow): Promise<AppDecision> {
  const { workplace_id: workplaceId, id, created_by, updated_by, disabled_by } = decision
  const holder = await findHolder(tx, { workplaceId, designId: id })
  const names = [created_by, updated_by, disabled_by, holder?.username ?? null]
  return present(decision, { people: await readPeople(tx, workplaceId, names), holder })
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
  row: AppDecisionRow,
  { people, holder }: { readonly people: People; readonly holder: LockHolder | null },
): AppDecision {
  return {
    id: row.id,
    application: { id: row.application_id, name: row.application_name },
    name: row.name,
    key: row.decision_key,
    decisionKeys: row.decision_keys,
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
