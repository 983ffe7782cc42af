import type { Binding } from '@millrace/contract'
import { presentBinding, selectBindings } from '../../operations/bindings/binding-queries.ts'
import type { Person } from '../../platform/auth/user.ts'
import type { Database } from '../../platform/db/database.ts'
import { readPeople } from '../../runtime/rights/people.ts'

export async function listBindings(db: Database, { workplaceId }: Person): Promise<Binding[]> {
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
