import type { Actor } from '../../platform/db/actor.ts'
import type { Statement } from '../../platform/db/batch.ts'
import type { Runtime } from '../../runtime/runtime.ts'

/** When a row was moved: `moved` by this move, possibly before an interruption, or `earlier` by an earlier move. */
export type MovedWhen = 'moved' | 'earlier'

/** The record of the rows of a source that were already moved. */
export interface Ledger {
  /** Returns the ids that were moved already, with the time. */
  find(kind: string, ids: readonly string[]): Promise<ReadonlyMap<string, MovedWhen>>
  /** For the transaction that takes something over. */
  mark(kind: string, id: string): Statement
  /** For the transaction that takes several over. */
  markAll(kind: string, ids: readonly string[]): Statement
}

/**
 * Creates the record of moved rows for one source.
 *
 * @param options.source identifies the source.
 * @param options.startedAt the start of this move, ISO 8601. The move may have continued after an interruption.
 */
export function createLedger(
  { db, clock }: Pick<Runtime, 'db' | 'clock'>,
  actor: Actor,
  { source, startedAt }: { readonly source: string; readonly startedAt: string },
): Ledger {
  const { workplaceId } = actor
  return {
    find: async (kind, ids) => {
      const [rows = []] = await db.read(actor, (tx) =>
        tx.batch([
          {
            name: 'moved_item_find',
            text: 'select source_id, moved_at >= $5::timestamptz from moved_item where workplace_id = $1 and source = $2 and kind = $3 and source_id = any($4::text[])',
            values: [workplaceId, source, kind, ids, startedAt],
          },
        ]),
      )
      return new Map(rows.map(([id, isOfThis]) => [id ?? '', isOfThis === 't' ? 'moved' : 'earlier']))
    },
    mark: (kind, id) => ({
      name: 'moved_item_insert',
      text: 'insert into moved_item (workplace_id, source, kind, source_id, moved_at) values ($1, $2, $3, $4, $5)',
      values: [workplaceId, source, kind, id, clock().toISOString()],
    }),
    markAll: (kind, ids) => ({
      name: 'moved_item_insert_many',
      text: 'insert into moved_item (workplace_id, source, kind, source_id, moved_at) select $1, $2, $3, id, $5 from unnest($4::text[]) id',
      values: [workplaceId, source, kind, ids, clock().toISOString()],
    }),
  }
}
