import { api } from '@millrace/contract'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { answer, refuse, stubNetwork } from '../../testing/network.ts'
import { call } from '../api/call.ts'
import { keyOf } from '../api/call-query.ts'
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

it('asks anew for all of a subject, or for one call of it', () => {
  const { client, listStale } = createKnown()
  refreshTouched(client, ['tasks', 'processes.startedByMe'])
  expect(listStale()).toEqual(['tasks', 'counts', 'started'])
})

it('asks anew for what the menu shows a second after a change', () => {
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
