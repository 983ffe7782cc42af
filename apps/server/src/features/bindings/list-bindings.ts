import type { Binding } from '@millrace/contract'
import { presentBinding, selectBindings } from '../../operations/bindings/binding-queries.ts'
import type { Request } from '../../platform/auth/request.ts'
import type { Database } from '../../platform/db/database.ts'
import { readPeople } from '../../runtime/rights/people.ts'

export async function listBindings(db: Database, request: Request): Promise<Binding[]> {
  const { workplaceId } = request
  return db.read(request, async (tx) => {
    const rows = await selectBindings(tx, workplaceId)
    const people = await readPeople(
      tx,
      workplaceId,
      rows.map(({ changed_by }) => changed_by),
    )
    return rows.map((row) => presentBinding(row, people))
  })
}
