/**
 * Returns the SQL of the first of two values that is not null, for the side of a comparison that an index has to serve.
 * With row-level security PostgreSQL uses no index for a comparison with `coalesce`: of the expressions that it knows to
 * show nothing to others (`contain_leaked_vars`), `case` is one and `coalesce` is none. Both are SQL of our own, without
 * effects, since the first is evaluated twice.
 */
export function firstOf(first: string, second: string): string {
  return `case when ${first} is null then ${second} else ${first} end`
}
