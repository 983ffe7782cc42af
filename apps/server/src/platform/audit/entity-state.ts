import type { Tx } from '../db/database.ts'
import { kysely } from '../db/kysely.ts'
import { type AuditEntry, type AuditValues, listEntityHistory } from './audit-queries.ts'

/** An entity of the audit: its kind and its key. */
export interface EntityRef {
  readonly entity: string
  readonly key: string
}

/** The recorded values of an entity right after a revision. */
export interface RecordedState {
  /** Values by column, in the order of their names; null: the entity did not exist. */
  readonly values: AuditValues | null
  /** The audit does not reach back to the creation of the entity, or was erased, so columns may be missing. */
  readonly isPartial: boolean
}

/**
 * Returns the values of an entity right after a revision, derived from all changes up to it; null when the audit has no
 * change of the entity.
 */
export async function readEntityState(
  tx: Tx,
  workplaceId: string,
  { entity, key, number }: EntityRef & { readonly number: number },
): Promise<RecordedState | null> {
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
  if (isKnown) return state.read()
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
  return first === undefined ? null : { values: null, isPartial: first.operation !== 'insert' }
}

const portion = 500
const firstId = '00000000-0000-0000-0000-000000000000'

interface State {
  /** Adds the next older change. */
  add(entry: Pick<AuditEntry, 'operation' | 'after'>): void
  /** Whether older changes have nothing to add. */
  isComplete(): boolean
  read(): RecordedState
}

/** Creates the state of an entity from its changes, the newest first: the newest value of each column counts. */
function createState(): State {
  const values = new Map<string, unknown>()
  let isFirst = true
  let isRemoved = false
  let isComplete = false
  let isErased = false
  return {
    add({ operation, after }) {
      if (isComplete) return
      if (operation === 'delete') {
        // What was there before it was removed is not part of what was created anew.
        isRemoved = isFirst
        isComplete = true
      } else {
        for (const [name, value] of Object.entries(after ?? {})) if (!values.has(name)) values.set(name, value)
        isErased ||= after === null
        isComplete = operation === 'insert'
      }
      isFirst = false
    },
    isComplete: () => isComplete,
    read: () =>
      isRemoved ? { values: null, isPartial: false } : { values: sorted(values), isPartial: !isComplete || isErased },
  }
}

/** Columns in the order of their names. Empty ones are null. */
function sorted(values: ReadonlyMap<string, unknown>): AuditValues {
  return Object.fromEntries([...values].sort(([one], [other]) => (one < other ? -1 : 1)))
}
