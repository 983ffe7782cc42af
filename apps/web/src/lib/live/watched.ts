import { watchedThing, watchLimits } from '@millrace/contract'
import { useEffect } from 'react'
import { useOnce } from '../use-once.ts'

/** Things that pages look at, and how many of them do. */
const counts = new Map<string, number>()
const listeners = new Set<() => void>()
let written = ''

/** Returns the objects that are shown in this window, separated by commas, in a stable order. */
export function writeWatched(): string {
  return written
}

export function onWatched(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * Declares the objects that a component shows, such as `instance:ID` and `task:ID`, while it is mounted. The server
 * then reports their changes; see `useLiveChanges`.
 */
export function useWatch(things: readonly string[]): void {
  const key = things.join(',')
  useEffect(() => {
    const own = key === '' ? [] : key.split(',')
    change(own, 1)
    return () => change(own, -1)
  }, [key])
}

/**
 * Watches an instance that was running when it was loaded. It is also watched after its end, because related data may
 * have been loaded before and would not be updated.
 */
export function useWatchRunning({ id, endedAt }: { readonly id: string; readonly endedAt: string | null }): void {
  const hasRun = useOnce(endedAt === null, id)
  useWatch(hasRun ? [`instance:${id}`] : [])
}

function change(things: readonly string[], by: 1 | -1): void {
  for (const thing of things) {
    // An address may name anything, and one thing that is none would cost the whole stream.
    if (!watchedThing.test(thing)) continue
    const count = (counts.get(thing) ?? 0) + by
    if (count > 0) counts.set(thing, count)
    else counts.delete(thing)
  }
  // The rows of a page come and go one by one, and are told of together.
  queueMicrotask(announce)
}

function announce(): void {
  const now = [...counts.keys()].sort().slice(0, watchLimits.things).join(',')
  if (now === written) return
  written = now
  for (const listener of listeners) listener()
}
