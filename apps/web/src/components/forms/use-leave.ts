import type { NodeInstance } from '@millrace/forms'
import { useCallback, useEffect, useRef } from 'react'
import type { FormStore } from './form-store.ts'

/**
 * Returns a function that notifies the store when a field is left, but not between press and release of a pointer: an
 * error that appears then would move the button below, and the click would miss.
 */
export function useLeave(store: FormStore): (instance: NodeInstance) => void {
  const isPressed = useRef(false)
  const waiting = useRef(new Set<NodeInstance>())

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const press = () => {
      isPressed.current = true
    }
    const release = () => {
      isPressed.current = false
      // The click comes after the release, in the same task.
      timer = setTimeout(() => {
        for (const instance of waiting.current) store.leave(instance)
        waiting.current.clear()
      })
    }
    document.addEventListener('pointerdown', press, true)
    document.addEventListener('pointerup', release, true)
    document.addEventListener('pointercancel', release, true)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('pointerdown', press, true)
      document.removeEventListener('pointerup', release, true)
      document.removeEventListener('pointercancel', release, true)
    }
  }, [store])

  return useCallback(
    (instance) => {
      if (isPressed.current) waiting.current.add(instance)
      else store.leave(instance)
    },
    [store],
  )
}
