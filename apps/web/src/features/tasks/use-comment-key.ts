import { type RefCallback, useCallback, useRef } from 'react'
import { usePageKeys } from '../../lib/use-page-keys.ts'

/**
 * Makes the key `m` move the focus to the comment editor, whether the comments are visible or not.
 *
 * @param show shows them.
 * @returns the ref of the element around them.
 */
export function useCommentKey(show: () => void): RefCallback<HTMLElement> {
  const box = useRef<HTMLElement>(null)
  const isWanted = useRef(false)
  const begin = useCallback(() => {
    const field = box.current?.querySelector('textarea')
    if (!isWanted.current || !field) return
    isWanted.current = false
    field.focus()
  }, [])
  usePageKeys({
    m: () => {
      isWanted.current = true
      show()
      begin()
    },
  })
  return useCallback(
    (element: HTMLElement | null) => {
      box.current = element
      begin()
    },
    [begin],
  )
}
