import type { Binding } from '@millrace/contract'
import type { User } from '../../platform/auth/user.ts'
import type { Database } from '../../platform/db/database.ts'
import { readPeople } from '../../runtime/rights/people.ts'
import { presentBinding, selectBindings } from './binding-queries.ts'

export async function listBindings(db: Database, { workplaceId }: User): Promise<Binding[]> {
  return db.read({ workplaceId }, async (tx) => {
    const rows = await selectBindings(tx, workplaceId)
    const people = await readPeople(
      tx,
      workplaceId,
      rows.map(({ changed_by }) => changed_by),
    )
    return rows.map((row) => presentBinding(row, people))
  })
}
