import { useEffect } from 'react'
import { watch } from './watched.ts'

/** Has this window told when something that it shows changes: its comments, its files, who else looks at it. */
export function useWatched(thing: `task:${string}` | `instance:${string}`): void {
  useEffect(() => watch(thing), [thing])
}
