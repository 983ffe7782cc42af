import { type Binding, type BoundTo, limits } from '@millrace/contract'
import type { Insertable } from 'kysely'
import type { Tx } from '../../platform/db/database.ts'
import { kysely } from '../../platform/db/kysely.ts'
import type { DB } from '../../platform/db/schema.gen.ts'
import type { People } from '../../runtime/rights/people.ts'

export type BindingRow = Insertable<DB['java_binding']>

export async function selectBindings(tx: Tx, workplaceId: string) {
  return tx.query(
    kysely
      .selectFrom('java_binding')
      .where('workplace_id', '=', workplaceId)
      .selectAll()
      .orderBy('name')
      .limit(limits.bindings),
  )
}

export async function upsertBinding(tx: Tx, row: BindingRow): Promise<void> {
  const { workplace_id, name, ...changed } = row
  await tx.query(
    kysely
      .insertInto('java_binding')
      .values({ workplace_id, name, ...changed })
      .onConflict((conflict) => conflict.columns(['workplace_id', 'name']).doUpdateSet(changed)),
  )
}

/**
 * Deletes the binding of a name.
 *
 * @returns false when it did not exist.
 */
export async function deleteBinding(tx: Tx, workplaceId: string, name: string): Promise<boolean> {
  const gone = await tx.query(
    kysely
      .deleteFrom('java_binding')
      .where('workplace_id', '=', workplaceId)
      .where('name', '=', name)
      .returning('name'),
  )
  return gone.length > 0
}

type StoredBinding = Awaited<ReturnType<typeof selectBindings>>[number]

export function presentBinding(
  { name, kind, language, text, changed_at, changed_by }: StoredBinding,
  people: People,
): Binding {
  return {
    name,
    boundTo: readBoundTo(kind, language, text),
    changedAt: changed_at.toISOString(),
    changedBy: people.find(changed_by),
  }
}

function readBoundTo(kind: string, language: string | null, text: string): BoundTo {
  if (kind === 'external') return { kind, topic: text }
  if (kind === 'script') return { kind, language: 'javascript', text }
  return { kind: 'expression', language: language === 'feel' ? 'feel' : 'uel', text }
}
