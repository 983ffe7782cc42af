import { z } from 'zod'

/**
 * How far a list can be paged. A list counts and pages through its first 1,000 rows; whoever needs more narrows the
 * filter. So no page costs more than another by orders of magnitude, and no exact count of a million rows is needed.
 */
export const listLimits = {
  size: 50,
  maxSize: 100,
  total: 1_000,
  /** Characters of a search text. */
  search: 200,
} as const

/**
 * The query that every list takes: `page` from 1, `size`, `q` (part of a name or key, without regard to case) and
 * `sort`: one of `sorts`, with a hyphen before it for descending. Rows that are equal in it are ordered by id.
 */
export function listQuery<const S extends readonly [string, ...string[]]>(sorts: S) {
  const directions = sorts.flatMap((sort) => [sort, `-${sort}`])
  return z.object({
    page: z.coerce.number<number>().int().min(1).max(listLimits.total).default(1),
    size: z.coerce.number<number>().int().min(1).max(listLimits.maxSize).default(listLimits.size),
    sort: z.enum(directions as SortOf<S>[]).optional(),
    q: z.string().trim().max(listLimits.search).optional(),
  })
}

/**
 * One page of a list. `total` counts up to `listLimits.total`; `isTotalCapped` says that there are more, which pages do
 * not reach. A page behind the last is empty, not an error.
 */
export function pageOf<const T extends z.ZodType>(item: T) {
  return z.object({
    items: z.array(item),
    total: z.number().int().min(0).max(listLimits.total),
    isTotalCapped: z.boolean(),
  })
}

export type SortOf<S extends readonly string[]> = S[number] | `-${S[number]}`

/** A point in time, ISO 8601 in UTC. */
export const instant = z.iso.datetime()

/** Someone, as shown beside their picture. `displayName` is the user name where nothing else is known. */
export const person = z.object({ username: z.string(), displayName: z.string() })

export type Person = z.output<typeof person>

/** An id in a path. What has another shape is answered like an id that does not exist. */
export const idParams = z.object({ id: z.string().max(64) })
