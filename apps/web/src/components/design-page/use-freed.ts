import { useCallback, useEffect, useRef } from 'react'

/**
 * Returns a function for `useLock` that calls `onFreed` when another holder has released the lock of a design, or has
 * lost it. The open design may then be outdated. The function takes the current other holder with each answer of the
 * server, and stays the same object.
 */
export function useFreed(onFreed: () => void): (other: unknown) => void {
  const isHeld = useRef(false)
  const announce = useRef(onFreed)
  useEffect(() => {
    announce.current = onFreed
  })
  return useCallback((other) => {
    const wasHeld = isHeld.current
    isHeld.current = other !== null
    if (wasHeld && other === null) announce.current()
  }, [])
}
