import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { categoryMenuQuery } from './category-menu.ts'
import { customViewsQuery } from './custom-views.ts'
import { refreshMenu } from './refresh-menu.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

it('what the menu shows is out of date a second after a change, and nothing else is', () => {
  const client = new QueryClient()
  const keys = [customViewsQuery.queryKey, categoryMenuQuery.queryKey, ['profile']]
  for (const key of keys) client.setQueryData<unknown>(key, 'known')
  const listStale = () => keys.map((key) => client.getQueryState(key)?.isInvalidated)
  refreshMenu(client)
  vi.advanceTimersByTime(999)
  expect(listStale()).toEqual([false, false, false])
  vi.advanceTimersByTime(1)
  expect(listStale()).toEqual([true, true, false])
})
