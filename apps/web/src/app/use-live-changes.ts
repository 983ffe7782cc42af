import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { quietly } from '../lib/api/quietly.ts'
import { followChanges } from '../lib/live/follow-changes.ts'
import { gather } from '../lib/live/gather.ts'
import { listWatched, onWatched } from '../lib/live/watched.ts'
import { refreshTouched } from '../lib/queries/refresh-touched.ts'
import { sessionQuery } from '../lib/session/session.ts'

/** Lists and counts, never a task itself: its form may be half filled. */
const touched = ['tasks.assigned', 'tasks.unclaimed', 'tasks.counts', 'tasks.news']
/** What stands around a task or an instance that is shown. */
const around = ['tasks.viewers', 'tasks.history', 'comments']
const listed = ['tasks', 'everything']

/** Asks anew, quietly, for what others have changed, as long as the tab is shown and somebody is signed in. */
export function useLiveChanges(): void {
  const client = useQueryClient()
  const isVisible = useSyncExternalStore(onVisibility, () => document.visibilityState === 'visible')
  const isSignedIn = useSyncExternalStore(
    (listener) => client.getQueryCache().subscribe(listener),
    () => client.getQueryData(sessionQuery.queryKey) !== undefined,
  )
  const watched = useSyncExternalStore(onWatched, listWatched)
  const isOn = isVisible && isSignedIn
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is shown changes, so the stream is asked for anew, from where it was.
  useEffect(() => {
    if (!isOn) return
    const ended = new AbortController()
    const gathered = gather((changed) =>
      quietly(() =>
        refreshTouched(client, [
          ...(changed.some((one) => listed.includes(one)) ? touched : []),
          ...(changed.some((one) => one !== 'tasks') ? around : []),
        ]),
      ),
    )
    void followChanges((changed) => gathered.add(changed), ended.signal)
    return () => {
      ended.abort()
      gathered.stop()
    }
  }, [client, isOn, watched])
}

function onVisibility(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}
