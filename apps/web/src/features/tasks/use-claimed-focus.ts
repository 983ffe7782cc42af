import { useCallback, useEffect, useRef } from 'react'
import { taskFormId } from './task-form-id.ts'

/**
 * Goes on at the first field when the user may fill a form that was to be read until then: who claims a task wants to
 * work on it. @returns what is to be called when the form is there.
 */
export function useClaimedFocus(canFill: boolean): () => void {
  const could = useRef(canFill)
  const isWanted = useRef(false)
  const begin = useCallback(() => {
    const form = document.getElementById(taskFormId)
    if (!isWanted.current || form === null) return
    isWanted.current = false
    findFirstField(form)?.focus()
  }, [])
  useEffect(() => {
    isWanted.current = canFill && !could.current
    could.current = canFill
    begin()
  }, [canFill, begin])
  return begin
}

const fields = `input:not([type=hidden], [type=file], :disabled), textarea:not(:disabled), select:not(:disabled)`

/** That can be filled and is seen; where there is none, what completes the task. */
function findFirstField(form: HTMLElement): HTMLElement | null {
  const all = [...form.querySelectorAll<HTMLElement>(fields)]
  const isOpen = (field: HTMLElement) => !field.hasAttribute('readonly') || field.hasAttribute('aria-haspopup')
  const first = all.find((field) => isOpen(field) && field.closest('[hidden]') === null)
  return first ?? document.querySelector<HTMLElement>(`button[form=${taskFormId}]`)
}
