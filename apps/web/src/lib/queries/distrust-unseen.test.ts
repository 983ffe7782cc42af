import { api } from '@millrace/contract'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, it, onTestFinished } from 'vitest'
import { keyOf } from '../api/call-query.ts'
import { distrustUnseen } from './distrust-unseen.ts'

it('asks again for what no page shows when one does, and leaves alone what one shows, and others', () => {
  const client = new QueryClient()
  const [shown, unseen, other] = [keyOf(api.tasks.counts), keyOf(api.tasks.assigned, 'page', {}), keyOf(api.tasks.news)]
  for (const key of [shown, unseen, other]) client.setQueryData<unknown>(key, 'known')
  const observer = new QueryObserver(client, { queryKey: shown, queryFn: () => 'known', staleTime: 9_000 })
  onTestFinished(observer.subscribe(() => undefined))
  distrustUnseen(client, ['tasks.assigned', 'tasks.counts'])
  expect([shown, unseen, other].map((key) => client.getQueryState(key)?.isInvalidated)).toEqual([false, true, false])
})
