import { api } from '@millrace/contract'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { answer, refuse, stubNetwork } from '../../testing/network.ts'
import { call } from '../api/call.ts'
import { keyOf } from '../api/call-query.ts'
import { isQuietNow, quietly } from '../api/quietly.ts'
import { onTouch } from '../api/touch.ts'
import { refreshTouched } from './refresh-touched.ts'

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const keys = {
  tasks: keyOf(api.tasks.assigned, 'page', {}),
  counts: keyOf(api.tasks.counts),
  instance: keyOf(api.processes.instance, { id: 'a' }),
  started: keyOf(api.processes.startedByMe, 'count'),
  menu: keyOf(api.categories.menu),
  views: keyOf(api.customViews.list),
  profile: keyOf(api.profile.get),
} as const

/** A cache in which everything is known, and the names of what is out of date in it. */
function createKnown(): { client: QueryClient; listStale: () => string[] } {
  const client = new QueryClient()
  for (const key of Object.values(keys)) client.setQueryData<unknown>(key, 'known')
  const isStale = (key: (typeof keys)[keyof typeof keys]) => client.getQueryState(key)?.isInvalidated === true
  return { client, listStale: () => Object.entries(keys).flatMap(([name, key]) => (isStale(key) ? [name] : [])) }
}

it('asks again for all of a subject, or for one call of it', () => {
  const { client, listStale } = createKnown()
  refreshTouched(client, ['tasks', 'processes.startedByMe'])
  expect(listStale()).toEqual(['tasks', 'counts', 'started'])
})

it('asks again for what the menu shows a second after a change', () => {
  const { client, listStale } = createKnown()
  refreshTouched(client, ['categories', 'customViews'])
  vi.advanceTimersByTime(999)
  expect(listStale()).toEqual([])
  vi.advanceTimersByTime(1)
  expect(listStale()).toEqual(['menu', 'views'])
})

it('happens by itself for each call that has done something, and for none that was refused', async () => {
  vi.useRealTimers()
  // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no cookie store
  document.cookie = 'XSRF-TOKEN=a'
  const { client, listStale } = createKnown()
  const stop = onTouch((names) => refreshTouched(client, names))
  const network = stubNetwork([answer(api.tasks.claim, () => refuse('task.taken', 'Someone was faster.'))])
  const claim = () => call(api.tasks.claim, { params: { id: 'a' } }).catch(() => undefined)
  await claim()
  expect(listStale()).toEqual([])
  network.answer(answer(api.tasks.claim, () => undefined))
  await claim()
  expect(listStale()).toEqual(['tasks', 'counts', 'instance', 'started'])
  network.answer(answer(api.profile.save, () => ({}) as never))
  await call(api.profile.save, { body: {} })
  expect(listStale()).toContain('profile')
  stop()
})

it('gives up the first answer of a query that is on its way, and asks again, as quietly', async () => {
  vi.useRealTimers()
  const client = new QueryClient()
  const asked: string[] = []
  const answers: (() => void)[] = []
  let now = 'old'
  const queryKey = keyOf(api.processes.history, { id: 'a' })
  const queryFn = () => {
    const answer = now
    asked.push(`${answer}${isQuietNow() ? ' quietly' : ''}`)
    return new Promise<string>((resolve) => answers.push(() => resolve(answer)))
  }
  const observer = new QueryObserver(client, { queryKey, queryFn, staleTime: Number.POSITIVE_INFINITY })
  onTestFinished(observer.subscribe(() => undefined))
  const fetched = client.fetchQuery({ queryKey, queryFn })
  now = 'new'
  quietly(() => refreshTouched(client, ['processes.history']))
  for (const answer of answers) answer()
  // Whoever waits for the first one is given the other.
  expect(await fetched).toBe('new')
  expect([asked, observer.getCurrentResult().data]).toEqual([['old', 'new quietly'], 'new'])
})
