import type { Statement } from '../../../platform/db/batch.ts'
import { moveRows } from '../move-rows.ts'
import type { Moving } from '../moving.ts'
import { translateFilter } from './translate-filter.ts'

interface FilterRow {
  readonly id_: string
  readonly resource_type_: string
  readonly name_: string
  readonly owner_: string | null
  readonly query_: string
  readonly properties_: string | null
}

/** Moves filters of tasks. */
export async function moveFilters(moving: Moving): Promise<void> {
  const { actor, ids, source, report, runtime } = moving
  const rows = await source.select<FilterRow>('act_ru_filter', 'true order by id_')
  await moveRows(moving, {
    kind: 'filter',
    title: 'filters',
    rows,
    idOf: ({ id_ }) => id_,
    write: ({ id_, resource_type_, name_, owner_, query_, properties_ }): Statement[] => {
      const query = readObject(query_)
      if (resource_type_ !== 'Task' || query === null) {
        report.leave({
          code: 'filter-kind',
          table: 'ACT_RU_FILTER',
          id: id_,
          message: `The filter “${name_}” is for ${resource_type_}. Only filters of tasks exist here.`,
        })
        return []
      }
      const properties = readObject(properties_ ?? '')
      const values = [actor.workplaceId, ids.of(id_), name_, owner_, JSON.stringify(translateFilter(query))]
      return [
        {
          name: 'task_filter_move',
          text: `insert into task_filter (workplace_id, id, name, owner, query, properties, created_at, updated_at) values ($1, $2, $3, $4, $5, $6, $7, $7) on conflict do nothing`,
          values: [...values, properties === null ? null : JSON.stringify(properties), runtime.clock().toISOString()],
        },
      ]
    },
  })
}

function readObject(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null
  } catch {
    return null
  }
}
