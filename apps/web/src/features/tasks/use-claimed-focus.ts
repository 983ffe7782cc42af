import { useCallback, useEffect, useRef } from 'react'
import { taskFormId } from './task-form-id.ts'

/**
 * Moves the focus to the first field when a read-only form becomes editable: users who claim a task want to work on it.
 * @returns the function to call when the form is rendered.
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
