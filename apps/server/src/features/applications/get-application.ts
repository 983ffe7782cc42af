import { type Application, type ApplicationCopy, limits } from '@millrace/contract'
import { sql } from 'kysely'
import { type ApplicationRow, applicationRecord, findApplication } from '../../operations/applications/application.ts'
import { beginningOf, findFree } from '../../operations/free-name.ts'
import { noSuch } from '../../operations/records/find-record.ts'
import type { Request } from '../../platform/auth/request.ts'
import type { Database, Tx } from '../../platform/db/database.ts'
import { kysely } from '../../platform/db/kysely.ts'
import type { Refusal } from '../../platform/errors/refusal.ts'
import { selectRows } from '../../platform/list/relation.ts'
import { readPeople } from '../../runtime/rights/people.ts'
import { countDecisions, countForms, countProcesses } from './count-parts.ts'

/** Returns an application with the number of its parts. */
export async function getApplication(db: Database, request: Request, id: string): Promise<Application | Refusal> {
  return db.read(request, async (tx) => {
    const row = await findApplication(tx, request.workplaceId, id)
    return row === null ? noSuch(applicationRecord) : presentApplication(tx, row)
  })
}

/** Proposes an unused name and key for a copy. */
export async function proposeCopy(db: Database, request: Request, id: string): Promise<ApplicationCopy | Refusal> {
  const { workplaceId } = request
  return db.read(request, async (tx) => {
    const row = await findApplication(tx, workplaceId, id)
    if (row === null) return noSuch(applicationRecord)
    const taken = await tx.query(
      kysely
        .selectFrom('application')
        .where('workplace_id', '=', workplaceId)
        .where((eb) =>
          eb.or([
            eb(eb.fn('lower', ['name']), 'like', beginningOf(row.name, limits.name)),
            eb(eb.fn('lower', ['key']), 'like', beginningOf(row.key, limits.name)),
          ]),
        )
        .select(['name', 'key']),
    )
    const has = (field: 'name' | 'key') => (one: string) =>
      taken.some((other) => other[field].toLowerCase() === one.toLowerCase())
    const { category, processes, forms, decisions } = await readAround(tx, row)
    return {
      sourceId: row.id,
      name: findFree(row.name, { max: limits.name, word: ' copy', gap: ' ' }, has('name')),
      key: findFree(row.key, { max: limits.name, word: '-copy', gap: '-' }, has('key')),
      description: row.description,
      category,
      processes,
      forms,
      decisions,
    }
  })
}

async function presentApplication(tx: Tx, row: ApplicationRow): Promise<Application> {
  const { created_by, updated_by, disabled_by, disabled_at } = row
  const people = await readPeople(tx, row.workplace_id, [created_by, updated_by, disabled_by])
  return {
    id: row.id,
    name: row.name,
    key: row.key,
    description: row.description,
    ...(await readAround(tx, row)),
    revision: row.revision,
    disabled:
      disabled_at === null
        ? null
        : { at: disabled_at.toISOString(), by: people.find(disabled_by), reason: row.disabled_reason ?? '' },
    createdAt: row.created_at.toISOString(),
    createdBy: people.find(created_by),
    updatedAt: row.updated_at.toISOString(),
    updatedBy: people.find(updated_by),
  }
}

interface Around {
  readonly category: string | null
  readonly processes: number
  readonly forms: number
  readonly decisions: number
}

async function readAround(tx: Tx, { workplace_id, id }: ApplicationRow): Promise<Around> {
  const [row] = await selectRows<Around>(tx, {
    columns: sql`c.name as category, ${countProcesses} as processes, ${countForms} as forms, ${countDecisions} as decisions`,
    from: sql`application a left join category c on c.workplace_id = a.workplace_id and c.id = a.category_id`,
    where: [sql`a.workplace_id = ${workplace_id}`, sql`a.id = ${id}`],
  })
  const { category = null, processes = 0, forms = 0, decisions = 0 } = row ?? {}
  return { category, processes: Number(processes), forms: Number(forms), decisions: Number(decisions) }
}
