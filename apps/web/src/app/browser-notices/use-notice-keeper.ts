import { useEffect, useState } from 'react'
import { usePreference } from '../../lib/preferences.ts'

/** One window of a browser has it at a time; the next one gets it when that is closed. */
const lock = 'millrace-notices'

/**
 * Returns whether this window shows notifications of the browser, also while it is hidden: if the user has enabled them
 * and the browser permits them.
 */
export function useNoticeKeeper(): boolean {
  const [isWanted] = usePreference('browserNotices')
  const [isKeeper, setKeeper] = useState(false)
  useEffect(() => {
    if (!isWanted || !('locks' in navigator) || !('Notification' in globalThis)) return
    if (Notification.permission !== 'granted') return
    const ended = new AbortController()
    let release: (() => void) | undefined
    const hold = () => {
      setKeeper(true)
      return new Promise<void>((resolve) => {
        release = resolve
      })
    }
    // Given up before it came to its turn.
    navigator.locks.request(lock, { signal: ended.signal }, hold).catch(() => undefined)
    return () => {
      ended.abort()
      release?.()
      setKeeper(false)
    }
  }, [isWanted])
  return isKeeper
}
