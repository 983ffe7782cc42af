import { expect, it } from 'vitest'
import { findComparisons } from './check-comparisons.ts'

it('finds a column that is compared with coalesce, and its line', () => {
  const text = 'const one = sql`select 1`\nconst other = sql`where i.id = coalesce($1, $2)`\n'
  expect(findComparisons([{ path: 'apps/server/src/one.ts', text }])).toEqual([
    'apps/server/src/one.ts:2: Expected “firstOf” where a column is compared, but there is “.id = coalesce(”. Row-level security keeps PostgreSQL from using an index for it.',
  ])
})

it('leaves values, both sides of another comparison, and comments alone', () => {
  const text =
    "// i.id = coalesce(\nsql`select coalesce(a.id, b.id), update set n = coalesce(1, 2) where coalesce(d.tenant_id, '') = coalesce(e.tenant_id, '')`"
  expect(findComparisons([{ path: 'apps/server/src/one.ts', text }])).toEqual([])
})

it('finds none in the server', () => expect(findComparisons()).toEqual([]))
