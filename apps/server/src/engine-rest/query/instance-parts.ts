import { sql } from 'kysely'
import type { Sql } from './filters.ts'
import type { Part } from './parts.ts'
import type { SortTerm } from './sorting.ts'

export interface ListedColumn {
  readonly of: Sql
  readonly isOptional: boolean
}

/**
 * Returns the parts of a list of process instances, found by their rows in `instance_listing`. Filed rows are read from
 * the indexes of the sort orders; rows that are not filed yet are few.
 *
 * @param instances joined tables in which `id` is the id of the instance.
 */
export function listedParts(
  workplaceId: string,
  {
    instances,
    id,
    where,
    says = [],
    sorting: [first],
    column,
  }: {
    readonly instances: Sql
    readonly id: Sql
    readonly where: readonly Sql[]
    readonly says?: readonly string[]
    readonly sorting: readonly SortTerm[]
    /** A column of `instance_listing l`, in the order of the sorting. */
    readonly column: ListedColumn
  },
): Part[] {
  if (first === undefined) return []
  const { isDescending, nulls } = first
  const order = [
    { expression: column.of, isDescending, ...(column.isOptional ? { nulls } : {}) },
    { expression: sql`l.instance_id`, isDescending },
  ]
  const from = sql`instance_listing l join (${instances}) on ${id} = l.instance_id`
  return [sql`l.is_filed`, sql`not l.is_filed`].map((place) => ({
    from,
    says,
    where: [sql`l.workplace_id = ${workplaceId}::uuid`, sql`l.reader = '*'`, place, ...where],
    order,
  }))
}
