import type { ResultRows } from '../../platform/db/batch.ts'
import type { Database } from '../../platform/db/database.ts'
import type { AuditHead } from './chain.ts'

/** Returns the head of the chain of a workplace; null where it has no revision in the chain. */
export async function readHead(db: Database, workplaceId: string): Promise<AuditHead | null> {
  const [rows] = await db.read({ workplaceId }, (tx) =>
    tx.batch([
      {
        name: 'audit_head',
        text: `select c.number, encode((select e.link from audit_entry e where e.workplace_id = $1 and e.revision = c.number and e.at = c.at order by e.id desc limit 1), 'hex')
          from audit_counter c where c.workplace_id = $1`,
        values: [workplaceId],
      },
    ]),
  )
  return headOf(workplaceId, rows?.[0])
}

function headOf(workplaceId: string, row: ResultRows[number] | undefined): AuditHead | null {
  const [number, head] = row ?? []
  return number == null || head == null ? null : { workplaceId, number: Number(number), head }
}
