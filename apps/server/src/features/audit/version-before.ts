import type { DesignComparison } from '@millrace/contract'
import { designTables } from '../../operations/designs/design-tables.ts'
import { findDesignVersion } from '../../operations/designs/design-versions.ts'
import type { OperationContext } from '../../operations/operation-context.ts'
import type { listRevisionEntries } from '../../platform/audit/audit-queries.ts'
import type { Request } from '../../platform/auth/request.ts'
import type { Tx } from '../../platform/db/database.ts'
import { kysely } from '../../platform/db/kysely.ts'
import { isUuid } from '../../platform/db/uuid.ts'
import { Refusal, refuse } from '../../platform/errors/refusal.ts'
import { inThread, orRefusal } from '../../runtime/threads/in-thread.ts'
import { readTime } from '../../runtime/threads/time-budget.ts'

interface Place {
  readonly number: number
  /** The id of an entry. */
  readonly id: string
}

/**
 * Returns the design that a saved version of a process or decision replaced. The audit only has the size of long
 * designs, so the design is read from the versions.
 */
export function getDesignBefore(
  { db }: OperationContext,
  request: Request,
  place: Place,
): Promise<{ version: number; xml: string } | Refusal> {
  const { workplaceId } = request
  return db.read(request, async (tx) => {
    const saved = await findSaved(tx, workplaceId, place)
    if (saved === null || saved.version < 2) return noVersionBefore()
    const [entity, id, version] = [saved.entity, saved.id, saved.version - 1]
    const [row] =
      entity === 'app-process-version'
        ? await tx.query(
            kysely
              .selectFrom('app_process_version')
              .where('workplace_id', '=', workplaceId)
              .where('process_id', '=', id)
              .where('version', '=', version)
              .select('design_xml'),
          )
        : entity === 'app-decision-version'
          ? await tx.query(
              kysely
                .selectFrom('app_decision_version')
                .where('workplace_id', '=', workplaceId)
                .where('decision_id', '=', id)
                .where('version', '=', version)
                .select('design_xml'),
            )
          : []
    return row === undefined ? noVersionBefore() : { version, xml: row.design_xml }
  })
}

/** Compares a saved version of a form with the one before, node by node. */
export async function compareFormVersion(
  { db, runtime }: OperationContext,
  request: Request,
  place: Place,
): Promise<DesignComparison | Refusal> {
  const { workplaceId } = request
  const found = await db.read(request, async (tx) => {
    const saved = await findSaved(tx, workplaceId, place)
    if (saved === null || saved.entity !== 'form-version') return noVersionBefore()
    const { id, version } = saved
    const of = { tables: designTables.form, id }
    const [before, after] = [
      await findDesignVersion(tx, workplaceId, { ...of, version: version - 1 }),
      await findDesignVersion(tx, workplaceId, { ...of, version }),
    ]
    if (before === null || after === null) return noVersionBefore()
    return { version, designs: { before, after } }
  })
  if (found instanceof Refusal) return found
  const { version, designs } = found
  const order = { kind: 'compareDesigns', input: designs, owner: workplaceId, time: readTime(runtime) } as const
  const { form, nodes } = orRefusal(await inThread(runtime, order))
  return {
    from: version - 1,
    to: version,
    form: [...form],
    nodes: nodes.map((node) => ({ ...node, properties: [...node.properties] })),
  }
}

/** Returns the version that an entry of the audit saved; null for other entries. */
async function findSaved(
  tx: Tx,
  workplaceId: string,
  { number, id }: Place,
): Promise<{ entity: string; id: string; version: number } | null> {
  if (!isUuid(id)) return null
  const [entry] = (await tx.query(
    kysely
      .selectFrom('audit_entry')
      .where('workplace_id', '=', workplaceId)
      .where('revision', '=', number)
      .where('id', '=', id)
      .select(['entity', 'key', 'operation']),
  )) as Pick<Awaited<ReturnType<typeof listRevisionEntries>>[number], 'entity' | 'key' | 'operation'>[]
  const [, owner = '', version = ''] = /^([0-9a-f-]{36})\/(\d{1,9})$/.exec(entry?.key ?? '') ?? []
  return entry === undefined || !isUuid(owner) ? null : { entity: entry.entity, id: owner, version: Number(version) }
}

function noVersionBefore(): Refusal {
  return refuse('thing.not-found', 'Expected a saved version with a previous version, but there is none.')
}
