import { expect, it } from 'vitest'
import { awaitAlso, type Section } from './await-also.ts'

const page = { data: 'page', isError: false, error: null, refetch: () => Promise.reject(), dataUpdatedAt: 1 }
const first: Section = { isPending: true, isFetched: false }

it('waits for sections that were never fetched, unless the page itself failed', () => {
  expect(awaitAlso(page, { isPending: false, isFetched: true }, first).data).toBeUndefined()
  expect(awaitAlso(page, { isPending: false, isFetched: true }).data).toBe('page')
  expect(awaitAlso({ ...page, isError: true }, first).data).toBe('page')
})

it('keeps the page while a failed section is fetched again, because users may have entered something', () => {
  expect(awaitAlso(page, { isPending: true, isFetched: true }).data).toBe('page')
})
