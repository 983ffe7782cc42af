import { api, liveCalls } from '@millrace/contract'
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { render, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, it, onTestFinished, vi } from 'vitest'
import { callQuery, keyOf } from '../lib/api/call-query.ts'
import { onRequest } from '../lib/api/send.ts'
import { useWatch, useWatchRunning, writeWatched } from '../lib/live/watched.ts'
import { sessionQuery } from '../lib/session/session.ts'
import { useLiveChanges } from './use-live-changes.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

function Page() {
  useLiveChanges()
  useQuery(callQuery(api.tasks.news))
  return null
}

const instanceId = '0199f000-0000-7000-8000-00000000000a'

function Instance() {
  useWatch([`instance:${instanceId}`])
  return null
}

function Row({ endedAt }: { endedAt: string | null }) {
  useWatchRunning({ id: instanceId, endedAt })
  return null
}

/** A signed-in window with the bell and a task open in it, at a server that sends what the test says. */
function open() {
  const asked: string[] = []
  const watched: (string | null)[] = []
  let streams: ReadableStreamDefaultController<Uint8Array>[] = []
  vi.stubGlobal('fetch', async (address: string, { signal }: RequestInit) => {
    const { pathname, searchParams } = new URL(address, 'http://localhost')
    asked.push(pathname.slice('/api'.length))
    if (!pathname.endsWith(liveCalls.stream.path)) return Response.json({ items: [], unseen: 0 })
    watched.push(searchParams.get('watch'))
    return new Response(
      new ReadableStream({
        start(out) {
          streams.push(out)
          signal?.addEventListener('abort', () => {
            streams = streams.filter((one) => one !== out)
            out.error(signal.reason)
          })
        },
      }),
    )
  })
  const client = new QueryClient()
  client.setQueryData<unknown>(sessionQuery.queryKey, {})
  const taskKey = keyOf(api.tasks.get, { id: '1' })
  client.setQueryData<unknown>(taskKey, 'half filled')
  const withPage = (beside: ReactNode) => (
    <QueryClientProvider client={client}>
      <Page />
      {beside}
    </QueryClientProvider>
  )
  const page = render(withPage(null))
  onTestFinished(() => page.unmount())
  return {
    client,
    asked,
    watched,
    show: (beside: ReactNode) => page.rerender(withPage(beside)),
    countStreams: () => streams.length,
    isTaskStale: () => client.getQueryState(taskKey)?.isInvalidated,
    say: (...changed: string[]) => {
      for (const out of streams)
        out.enqueue(new TextEncoder().encode(`id: a.1\ndata: ${JSON.stringify({ changed })}\n\n`))
    },
  }
}

const countNews = (asked: readonly string[]) => asked.filter((path) => path === api.tasks.news.path).length

it('asks again and quietly for lists when tasks have changed, and for an open task when it has itself', async () => {
  const { asked, say, countStreams, isTaskStale } = open()
  await waitFor(() => expect([countNews(asked), countStreams()]).toEqual([1, 1]))
  const work = vi.fn()
  onTestFinished(onRequest(work))
  say()
  say('instance:1')
  say('tasks')
  await waitFor(() => expect(countNews(asked)).toBe(2))
  expect(work).not.toHaveBeenCalled()
  expect(isTaskStale()).toBe(false)
  say('task:1')
  await waitFor(() => expect(isTaskStale()).toBe(true))
})

/** What is known of a task and an instance, and around them. */
const aroundTask = ['tasks.viewers', 'tasks.history', 'comments.list', 'comments.counts', 'comments.files']
const ofTask = ['tasks.get', 'tasks.subtasks']
const ofInstance = [
  ...['instance', 'diagram', 'activities', 'history', 'variables', 'incidents', 'participants', 'forms', 'related'],
  ...['moments', 'moment', 'decisions', 'files', 'variable'],
].map((name) => `processes.${name}`)
const instanceLists = ['startedByMe', 'startedByMeCount', 'involvingMe', 'involvingMeCount'].map(
  (name) => `processes.${name}`,
)
const taskLists = ['assigned', 'unclaimed', 'involved'].flatMap((name) => [`tasks.${name}`, `tasks.${name}Count`])
const lists = [...taskLists, 'tasks.counts', 'dashboard.get', ...instanceLists]
const notices = ['tasks.counts', 'notices.list', 'notices.listCount']

it.each([
  ['of a task refreshes it, its viewers, its history and the comments on it', 'task:1', [...ofTask, ...aroundTask]],
  [
    'of an instance refreshes all that is shown of it, and the lists of instances',
    `instance:${instanceId}`,
    [...ofInstance, ...instanceLists, ...aroundTask],
  ],
  ['of any task refreshes lists, counts and notices', 'tasks', [...lists, ...notices]],
  [
    'of any instance refreshes the lists of instances and the dashboard',
    'instances',
    [...instanceLists, 'dashboard.get'],
  ],
  ['of notices refreshes them and the counts of the menu', 'notices', notices],
  [
    'that is not known refreshes all of these',
    'everything',
    [...lists, ...notices, ...ofInstance, ...ofTask, ...aroundTask],
  ],
] as const)('a change %s', async (_, changed, refreshed) => {
  const { client, say, countStreams } = open()
  await waitFor(() => expect(countStreams()).toBe(1))
  const known = [...new Set([...lists, ...notices, ...ofInstance, ...ofTask, ...aroundTask]), 'drafts.tasks']
  const keyOfName = (name: string) => name.split('.')
  for (const name of known) client.setQueryData<unknown>(keyOfName(name), 'known')
  const listStale = () => known.filter((name) => client.getQueryState(keyOfName(name))?.isInvalidated)
  say(changed)
  await waitFor(() => expect(listStale().toSorted()).toEqual([...new Set<string>(refreshed)].toSorted()))
})

it('listens only while the window is shown and somebody is signed in', async () => {
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  const { client, countStreams } = open()
  const turn = (state: DocumentVisibilityState) => {
    visibility.mockReturnValue(state)
    document.dispatchEvent(new Event('visibilitychange'))
  }
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(countStreams()).toBe(0)
  turn('visible')
  await waitFor(() => expect(countStreams()).toBe(1))
  turn('hidden')
  await waitFor(() => expect(countStreams()).toBe(0))
  turn('visible')
  await waitFor(() => expect(countStreams()).toBe(1))
  client.clear()
  await waitFor(() => expect(countStreams()).toBe(0))
})

it('continues looking at a row that has ended while it was shown, and never at one that had ended before', async () => {
  const { show } = open()
  const listWatched = async (row: ReactNode) => {
    show(row)
    // The rows of a page are told of together.
    await Promise.resolve()
    return writeWatched()
  }
  const endedAt = '2026-11-19T08:00:00.000Z'
  expect(await listWatched(<Row key="a" endedAt={endedAt} />)).toBe('')
  expect(await listWatched(<Row key="b" endedAt={null} />)).toBe(`instance:${instanceId}`)
  expect(await listWatched(<Row key="b" endedAt={endedAt} />)).toBe(`instance:${instanceId}`)
  expect(await listWatched(null)).toBe('')
})

it('does not count as fresh what is known of an instance that nobody looks at any more', async () => {
  const { client, show, watched } = open()
  const keys = [
    keyOf(api.processes.history, { id: instanceId }),
    keyOf(api.comments.list, { of: 'instance', id: instanceId }),
  ]
  for (const key of keys) client.setQueryData<unknown>(key, 'known')
  const listStale = () => keys.map((key) => client.getQueryState(key)?.isInvalidated)
  show(<Instance />)
  await waitFor(() => expect(watched.at(-1)).toBe(`instance:${instanceId}`))
  expect(listStale()).toEqual([false, false])
  show(null)
  await waitFor(() => expect(watched.at(-1)).toBeNull())
  expect(listStale()).toEqual([true, true])
})
