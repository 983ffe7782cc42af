import { batchLimits, type InstanceSelection, type ListQuery, processCalls } from '@millrace/contract'
import { sql } from 'kysely'
import type { OperationContext } from '../../operations/operation-context.ts'
import type { Request } from '../../platform/auth/request.ts'
import { isUuid } from '../../platform/db/uuid.ts'
import { Refusal, refuse } from '../../platform/errors/refusal.ts'
import { createAsk } from '../../platform/list/ask-list.ts'
import { keyedSql } from '../../platform/list/read-list.ts'
import { prepareSource } from '../../platform/list/source.ts'
import { runSql, type Sql } from '../../platform/list/sql.ts'
import { readDays } from '../../runtime/variable-columns/read-days.ts'
import { createAllSource } from './list-instances.ts'

export interface SelectedInstances {
  readonly selection: InstanceSelection
  /** Only instances of this version; null: of all versions. */
  readonly definitionId?: string | null
  /** Ended instances instead of running ones. */
  readonly isEnded?: boolean
}

/** Returns the selected instances as a query of `id`, `definition_id`, `name` and `place`. */
export async function selectInstances(
  context: OperationContext,
  request: Request,
  { selection, definitionId = null, isEnded = false }: SelectedInstances,
): Promise<Sql | Refusal> {
  const table = isEnded ? sql`history_instance` : sql`instance`
  const { workplaceId } = request
  const ofVersion =
    definitionId === null
      ? sql``
      : isUuid(definitionId)
        ? sql` and i.definition_id = ${definitionId}::uuid`
        : sql` and false`
  const found = sql`select i.id, i.definition_id, ${nameOf} as name, c.place from`
  const join = sql`join ${table} i on i.workplace_id = ${workplaceId}::uuid and i.id = c.id${ofVersion}`
  if ('definitionId' in selection) {
    if (!isUuid(selection.definitionId))
      return sql`${found} (select null::uuid as id, 1 as place where false) c ${join}`
    return sql`select i.id, i.definition_id, ${nameOf} as name, i.id as place from ${table} i
      where i.workplace_id = ${workplaceId}::uuid and i.definition_id = ${selection.definitionId}::uuid${ofVersion}`
  }
  if ('ids' in selection) {
    const ids = [...new Set(selection.ids)].filter(isUuid)
    return sql`${found} unnest(${ids}::uuid[]) with ordinality as c (id, place) ${join}`
  }
  const rows = await byQuery(context, request, selection.query)
  return rows instanceof Refusal ? rows : sql`${found} (${rows}) c ${join}`
}

const nameOf = sql`coalesce(i.title, nullif(trim(i.business_key), ''), i.id::text)`

/** All that the list shows, in its order: exactly these instances, or a refusal. */
async function byQuery(
  { db, runtime }: OperationContext,
  request: Request,
  given: Readonly<Record<string, string>>,
): Promise<Sql | Refusal> {
  const narrowed = processCalls.allCount.query.safeParse(given)
  if (!narrowed.success)
    return refuse('request.invalid', 'Expected filters of this list, but there are others. Load the page again.')
  const asked = narrowed.data as ListQuery
  const query = { ...asked, filters: readDays(asked.filters, runtime.zone), size: batchLimits.items }
  const { user } = request
  return db.read(request, async (tx) => {
    const source = await prepareSource(createAllSource(runtime), query, { tx, user })
    const ask = createAsk(source, { user, query, limit: batchLimits.items })
    const [row] = await runSql<{ cut: boolean }>(tx, sql`select ${source.isCutOff?.(ask) ?? sql`false`} as cut`)
    if (row?.cut === true)
      return refuse(
        'batch.too-large',
        'Expected a filter that finds all of its instances, but this one has looked at some only. Narrow it by process or time, and try again.',
      )
    const rows = keyedSql(user, source, { query, bound: null, isBackwards: false })
    return sql`select k.id, row_number() over () as place from (${rows}) k`
  })
}
