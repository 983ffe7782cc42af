import { auditLimits, type EntityHistory, type EntityState } from '@millrace/contract'
import { auditEntityNames } from '@millrace/contract/lists/audit'
import { listEntityHistory } from '../../platform/audit/audit-queries.ts'
import type { Request } from '../../platform/auth/request.ts'
import type { Database } from '../../platform/db/database.ts'
import { kysely } from '../../platform/db/kysely.ts'
import { isUuid } from '../../platform/db/uuid.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import { readPeople } from '../../runtime/rights/people.ts'
import { presentEntries, presentRevision } from './present-entries.ts'
import { createState } from './state-of.ts'

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

/** Returns the values of an entity right after a revision, derived from all changes up to it. */
export function getEntityState(
  db: Database,
  request: Request,
  { entity, key, number }: { readonly entity: string; readonly key: string; readonly number: number },
): Promise<EntityState | Refusal> {
  const { workplaceId } = request
  if (!isEntity(entity)) return Promise.resolve(noSuchEntity(entity))
  return db.read(request, async (tx) => {
    const state = createState()
    // The mark of the first portion lies behind every entry of the revision.
    let mark: { revision: number; id: string } | null = { revision: number + 1, id: firstId }
    let isKnown = false
    while (mark !== null && !state.isComplete()) {
      const rows: Awaited<ReturnType<typeof listEntityHistory>> = await listEntityHistory(tx, workplaceId, {
        entity,
        key,
        before: mark,
        limit: portion,
      })
      for (const row of rows) state.add(row)
      isKnown ||= rows.length > 0
      const last = rows.at(-1)
      mark = rows.length < portion || last === undefined ? null : { revision: last.revision, id: last.id }
    }
    if (isKnown) return { number, ...state.read() }
    // Before its first change, or never there.
    const [first] = await tx.query(
      kysely
        .selectFrom('audit_entry')
        .where('workplace_id', '=', workplaceId)
        .where('entity', '=', entity)
        .where('key', '=', key)
        .select('operation')
        .orderBy('revision')
        .orderBy('id')
        .limit(1),
    )
    return first === undefined ? noSuchEntity(key) : { number, values: null, isPartial: first.operation !== 'insert' }
  })
}

const portion = 500
const firstId = '00000000-0000-0000-0000-000000000000'

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
