import { useCallback, useEffect, useRef } from 'react'

/**
 * Returns a function for `useLock` that detects when another holder has released the lock of a design, or was taken
 * over. The open design may then be outdated.
 *
 * @returns a function to call with each answer; always the same one.
 */
export function useFreed(onFreed: () => void): (other: unknown) => void {
  const isHeld = useRef(false)
  const tell = useRef(onFreed)
  useEffect(() => {
    tell.current = onFreed
  })
  return useCallback((other) => {
    const wasHeld = isHeld.current
    isHeld.current = other !== null
    if (wasHeld && other === null) tell.current()
  }, [])
}
