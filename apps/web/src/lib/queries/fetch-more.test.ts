import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query'
import { expect, it, onTestFinished } from 'vitest'
import { fetchMore } from './fetch-more.ts'

/** A list of three pages on a server whose answers say what held when they were asked for. */
async function open() {
  const server = { now: 'old' }
  const client = new QueryClient()
  const observer = new InfiniteQueryObserver(client, {
    queryKey: ['tasks', 'list'],
    queryFn: async ({ pageParam }) => {
      const { now } = server
      await Promise.resolve()
      return `${now} ${pageParam}`
    },
    initialPageParam: 1,
    getNextPageParam: (_last, pages) => (pages.length < 3 ? pages.length + 1 : undefined),
    staleTime: Number.POSITIVE_INFINITY,
  })
  onTestFinished(observer.subscribe(() => undefined))
  await observer.fetchOptimistic(observer.options as never)
  return { server, client, observer, listPages: () => observer.getCurrentResult().data?.pages }
}

it('brings one more page', async () => {
  const { observer, listPages } = await open()
  await fetchMore(observer.getCurrentResult())
  expect(listPages()).toEqual(['old 1', 'old 2'])
  await fetchMore(observer.getCurrentResult())
  await fetchMore(observer.getCurrentResult())
  expect(listPages()).toEqual(['old 1', 'old 2', 'old 3'])
})

it('brings it after those that are being asked for again', async () => {
  const { server, client, observer, listPages } = await open()
  server.now = 'new'
  void client.invalidateQueries()
  await fetchMore(observer.getCurrentResult())
  expect(listPages()).toEqual(['new 1', 'new 2'])
})

it('brings it, though the pages that are there are asked for again meanwhile', async () => {
  const { server, client, observer, listPages } = await open()
  const come = fetchMore(observer.getCurrentResult())
  server.now = 'new'
  void client.invalidateQueries()
  await come
  expect(listPages()).toEqual(['new 1', 'new 2'])
})
