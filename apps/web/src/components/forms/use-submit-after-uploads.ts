import { useCallback, useLayoutEffect, useRef } from 'react'
import type { FormStore } from './form-store.ts'

/** Events of a user who goes on with something else. */
const presses = ['pointerdown', 'keydown', 'click', 'input', 'drop'] as const

/**
 * Returns a function that submits a form again when its uploads have ended: the press of the user came a moment too
 * early. It does not when the user presses anything else before, when a file is refused, or when the form is left.
 */
export function useSubmitAfterUploads(store: FormStore) {
  const drop = useRef<() => void>(() => undefined)
  // Before the fields of the form go, which are not busy then.
  useLayoutEffect(() => () => drop.current(), [])
  return useCallback(
    (form: HTMLFormElement, button: HTMLElement | null) => {
      drop.current()
      const stop = () => {
        store.whenIdle(null)
        for (const press of presses) document.removeEventListener(press, stop, true)
      }
      drop.current = stop
      for (const press of presses) document.addEventListener(press, stop, true)
      store.whenIdle(() => {
        stop()
        if (form.isConnected) form.requestSubmit(button?.isConnected ? button : null)
      })
    },
    [store],
  )
}
