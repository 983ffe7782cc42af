import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { quietly } from '../lib/api/quietly.ts'
import { followChanges } from '../lib/live/follow-changes.ts'
import { gather } from '../lib/live/gather.ts'
import { refreshTouched } from '../lib/queries/refresh-touched.ts'
import { sessionQuery } from '../lib/session/session.ts'

/** Lists and counts, never a task itself: its form may be half filled. */
const touched = ['tasks.assigned', 'tasks.unclaimed', 'tasks.counts', 'tasks.news', 'dashboard.get']

/** Asks anew, quietly, for what others have changed, as long as the tab is shown and somebody is signed in. */
export function useLiveChanges(): void {
  const client = useQueryClient()
  const isVisible = useSyncExternalStore(onVisibility, () => document.visibilityState === 'visible')
  const isSignedIn = useSyncExternalStore(
    (listener) => client.getQueryCache().subscribe(listener),
    () => client.getQueryData(sessionQuery.queryKey) !== undefined,
  )
  const isOn = isVisible && isSignedIn
  useEffect(() => {
    if (!isOn) return
    const ended = new AbortController()
    const gathered = gather(() => quietly(() => refreshTouched(client, touched)))
    const concerns = (changed: readonly string[]) => changed.filter((one) => one === 'tasks' || one === 'everything')
    void followChanges((changed) => gathered.add(concerns(changed)), ended.signal)
    return () => {
      ended.abort()
      gathered.stop()
    }
  }, [client, isOn])
}

function onVisibility(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}
