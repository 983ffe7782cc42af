import type { Actor } from '../../platform/db/actor.ts'
import type { Statement } from '../../platform/db/batch.ts'
import type { Runtime } from '../../runtime/runtime.ts'

/** The record of the rows of a source that were already moved. */
export interface Ledger {
  /** Returns the ids that were moved already. */
  find(kind: string, ids: readonly string[]): Promise<ReadonlySet<string>>
  /** For the transaction that takes something over. */
  mark(kind: string, id: string): Statement
}

export function createLedger({ db, clock }: Runtime, actor: Actor, source: string): Ledger {
  const { workplaceId } = actor
  return {
    find: async (kind, ids) => {
      const [rows = []] = await db.read(actor, (tx) =>
        tx.batch([
          {
            name: 'moved_item_find',
            text: 'select source_id from moved_item where workplace_id = $1 and source = $2 and kind = $3 and source_id = any($4::text[])',
            values: [workplaceId, source, kind, ids],
          },
        ]),
      )
      return new Set(rows.map(([id]) => id ?? ''))
    },
    mark: (kind, id) => ({
      name: 'moved_item_insert',
      text: 'insert into moved_item (workplace_id, source, kind, source_id, moved_at) values ($1, $2, $3, $4, $5)',
      values: [workplaceId, source, kind, id, clock().toISOString()],
    }),
  }
}
