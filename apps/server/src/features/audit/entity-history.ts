import { type AuditValues, auditLimits, type EntityHistory, type EntityState } from '@millrace/contract'
import { auditEntityNames } from '@millrace/contract/lists/audit'
import { mayRestore } from '../../operations/audit/restores/may-restore.ts'
import { listEntityHistory } from '../../platform/audit/audit-queries.ts'
import { readEntityState } from '../../platform/audit/entity-state.ts'
import type { Request } from '../../platform/auth/request.ts'
import type { Database } from '../../platform/db/database.ts'
import { isUuid } from '../../platform/db/uuid.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { readPeople } from '../../runtime/rights/people.ts'
import { presentEntries, presentRevision } from './present-entries.ts'

/** Lists the changes of one entity, or of all entities of a kind, the newest first. */
export function getEntityHistory(
  db: Database,
  request: Request,
  {
    entity,
    key,
    before,
  }: { readonly entity: string; readonly key: string | undefined; readonly before: string | undefined },
): Promise<EntityHistory | Refusal> {
  const { workplaceId } = request
  if (!isEntity(entity)) return Promise.resolve(noSuchEntity(entity))
  return db.read(request, async (tx) => {
    const limit = auditLimits.changes
    const mark = readMark(before)
    const rows = await listEntityHistory(tx, workplaceId, {
      entity,
      limit: limit + 1,
      ...(key === undefined ? {} : { key }),
      ...(mark === null ? {} : { before: mark }),
    })
    if (rows.length === 0 && key !== undefined && mark === null) return noSuchEntity(key)
    const shown = rows.slice(0, limit)
    const people = await readPeople(
      tx,
      workplaceId,
      shown.map(({ userId }) => userId),
    )
    const entries = await presentEntries(tx, workplaceId, shown)
    const last = shown.at(-1)
    return {
      items: shown.flatMap((row, index) => {
        const entry = entries[index]
        return entry === undefined ? [] : [{ ...entry, ...presentRevision({ ...row, number: row.revision }, people) }]
      }),
      older: rows.length > limit && last !== undefined ? `${last.revision}_${last.id}` : null,
    }
  })
}

/** Returns the values of an entity right after a revision, without those that are empty. */
export function getEntityState(
  db: Database,
  request: Request,
  { entity, key, number }: { readonly entity: string; readonly key: string; readonly number: number },
): Promise<EntityState | Refusal> {
  if (!isEntity(entity)) return Promise.resolve(noSuchEntity(entity))
  return db.read(request, async (tx) => {
    const state = await readEntityState(tx, request.workplaceId, { entity, key, number })
    if (state === null) return noSuchEntity(key)
    const { values, isPartial } = state
    return {
      ...{ number, isPartial, values: values && withoutEmpty(values) },
      mayRestore: await mayRestore(tx, request, { entity, key }),
    }
  })
}

function withoutEmpty(values: AuditValues): AuditValues {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null))
}

function isEntity(name: string): boolean {
  const names: readonly string[] = auditEntityNames
  return names.includes(name)
}

function noSuchEntity(name: string): Refusal {
  return refuse('thing.not-found', `Expected changes of “${name}” in the audit of this workplace, but there are none.`)
}

function readMark(text: string | undefined): { revision: number; id: string } | null {
  const [, revision = '', id = ''] = /^(\d{1,15})_([0-9a-f-]{36})$/.exec(text ?? '') ?? []
  return isUuid(id) ? { revision: Number(revision), id } : null
}
