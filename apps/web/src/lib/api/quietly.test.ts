import { api } from '@millrace/contract'
import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { answer, stubNetwork } from '../../testing/network.ts'
import { createQueryClient } from '../query-client.ts'
import { call } from './call.ts'
import { callQuery } from './call-query.ts'
import { polled } from './polled.ts'
import { quietly } from './quietly.ts'
import { onRequest } from './send.ts'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date', 'performance', 'setTimeout', 'setInterval', 'clearInterval', 'clearTimeout'] })
  // The page is opened by this clock, which begins anew: by the one before, it would be opened in times to come.
  dispatchEvent(new Event('pageshow'))
})
afterEach(() => {
  vi.runOnlyPendingTimers()
  vi.useRealTimers()
})

const counts = { assigned: 0, unclaimed: 0 }
const user = { username: 'ines.duarte', preferredUsername: 'Ines Duarte' }

/** What was sent, and which of it counts as work. */
function listen() {
  const network = stubNetwork([answer(api.tasks.counts, () => counts as never), answer(api.shell.userInfo, () => user)])
  const work = vi.fn()
  onTestFinished(onRequest(work))
  const reported = () =>
    network.received.map(({ headers }) => (headers.get('x-millrace-quiet') === null ? 'work' : 'quiet'))
  return { network, work, reported }
}

const waitLong = () => vi.advanceTimersByTimeAsync(60_000)

const counted = { query: { now: '2030-01-07T09:00:00.000Z', todayEnds: '2030-01-08T00:00:00.000Z' } }

it('is reported to the server, and does not count here', async () => {
  const { reported, work } = listen()
  await call(api.shell.userInfo)
  await quietly(() => call(api.shell.userInfo))
  expect([reported(), work.mock.calls.length]).toEqual([['work', 'quiet'], 1])
})

it('is what pages ask by themselves, by the contract', async () => {
  const quiet = Object.values(api)
    .flatMap((group) => Object.values(group))
    .filter((one) => 'isQuiet' in one)
  expect(quiet.map(({ name }) => name).toSorted()).toEqual(
    [
      ...['appDecisions', 'appProcesses', 'formTemplates', 'forms'].flatMap((one) => [`${one}.lock`, `${one}.unlock`]),
      'adminDashboard.get',
      'live.stream',
    ].toSorted(),
  )
})

it('is what follows from a quiet answer while nobody is there, and not when somebody is', async () => {
  const { reported } = listen()
  await waitLong()
  await quietly(() => call(api.shell.userInfo))
  await call(api.tasks.counts, counted)
  dispatchEvent(new Event('pointerdown'))
  await call(api.tasks.counts, counted)
  await waitLong()
  await call(api.tasks.counts, counted)
  expect(reported()).toEqual(['quiet', 'quiet', 'work', 'work'])
})

it('is what a query asks for by itself: at intervals, once more after a failure, and when the line is back', async () => {
  const { reported, network } = listen()
  const client = createQueryClient()
  onTestFinished(() => client.clear())
  const { queryKey } = callQuery(api.tasks.counts, counted)
  const observer = new QueryObserver(client, {
    queryKey,
    queryFn: (asked) => polled(asked, () => call(api.tasks.counts, { ...counted, signal: asked.signal })),
    refetchInterval: 10_000,
  })
  const stop = observer.subscribe(() => undefined)
  await vi.advanceTimersByTimeAsync(10_500)
  expect(reported()).toEqual(['work', 'quiet'])
  stop()
  network.received.splice(0)

  const stopOther = new QueryObserver(client, callQuery(api.shell.userInfo)).subscribe(() => undefined)
  await vi.advanceTimersByTimeAsync(15_000)
  client.getQueryCache().onOnline()
  await vi.advanceTimersByTimeAsync(10)
  stopOther()
  expect(reported()).toEqual(['work', 'quiet'])
})
