import { useCallback, useEffect, useRef } from 'react'

/**
 * For `useLock`: tells a window that somebody else was at the design, and is no more, by leaving or because it was taken
 * over. What was saved meanwhile is not what stands open here.
 *
 * @returns what is to be told of each answer; always the same function.
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
