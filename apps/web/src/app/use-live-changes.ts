import { type LiveChange, type LiveTopic, liveTopics, liveTouches } from '@millrace/contract'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useSyncExternalStore } from 'react'
import { quietly } from '../lib/api/quietly.ts'
import { followChanges } from '../lib/live/follow-changes.ts'
import { gather } from '../lib/live/gather.ts'
import { onWatched, writeWatched } from '../lib/live/watched.ts'
import { distrustUnseen } from '../lib/queries/distrust-unseen.ts'
import { refreshTouched } from '../lib/queries/refresh-touched.ts'
import { sessionQuery } from '../lib/session/session.ts'

/** Reading calls that are to be asked for again, by what has changed. */
function touchedBy(changed: readonly LiveChange[]): string[] {
  const topics = changed.includes('everything') ? liveTopics : liveTopics.filter((topic) => changed.some(isOf(topic)))
  return [...new Set(topics.flatMap((topic) => liveTouches[topic]))]
}

function isOf(topic: LiveTopic) {
  return (change: LiveChange) => change === topic || change.startsWith(`${topic}:`)
}

/** A window that shows notifications of the browser hears of them while it is hidden too. */
interface Keeping {
  readonly isKeeper: boolean
  /** From now on this window shows them. */
  readonly onBegin: () => void
  /** The user may have been told something. */
  readonly onNotices: () => void
}

const keepsNothing: Keeping = { isKeeper: false, onBegin: () => undefined, onNotices: () => undefined }

/**
 * Refetches data that other users have changed, without a visible reload, while the tab is visible and the user is
 * signed in.
 */
export function useLiveChanges({ isKeeper, onBegin, onNotices }: Keeping = keepsNothing): void {
  const client = useQueryClient()
  const isVisible = useSyncExternalStore(onVisibility, () => document.visibilityState === 'visible')
  const isSignedIn = useSyncExternalStore(
    (listener) => client.getQueryCache().subscribe(listener),
    () => client.getQueryData(sessionQuery.queryKey) !== undefined,
  )
  const isOn = (isVisible || isKeeper) && isSignedIn
  useEffect(() => {
    if (isKeeper && isSignedIn) onBegin()
  }, [isKeeper, isSignedIn, onBegin])
  const watched = useSyncExternalStore(onWatched, writeWatched)
  const watchedBefore = useRef('')
  useEffect(() => {
    // Of what is looked at no more nothing is told, so nobody knows how long it stays true.
    const now = new Set(watched.split(','))
    const left = watchedBefore.current.split(',').filter((thing) => thing !== '' && !now.has(thing)) as LiveChange[]
    watchedBefore.current = watched
    distrustUnseen(client, touchedBy(left))
  }, [client, watched])
  useEffect(() => {
    if (!isOn) return
    const ended = new AbortController()
    const gathered = gather<LiveChange>((changed) => {
      quietly(() => refreshTouched(client, touchedBy([...changed])))
      if (isKeeper && changed.some((one) => one === 'notices' || one === 'everything')) onNotices()
    })
    const concerns = (changed: readonly LiveChange[]) => changed.filter((one) => touchedBy([one]).length > 0)
    void followChanges((changed) => gathered.add(concerns(changed)), ended.signal, watched)
    return () => {
      ended.abort()
      gathered.stop()
    }
  }, [client, isOn, watched, isKeeper, onNotices])
}

function onVisibility(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}
