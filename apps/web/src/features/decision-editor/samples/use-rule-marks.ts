import { type RefObject, useEffect } from 'react'
import type { SampleAnswer } from '../checks/run-samples.ts'

/**
 * Marks the rules that count for a sample in the table that is shown, and says what keyboards and screen readers need
 * there. The table draws itself again with each change.
 */
export function useRuleMarks(
  container: RefObject<HTMLElement | null>,
  rules: SampleAnswer['rules'],
  shown: { readonly step: number; readonly active: unknown },
): void {
  const ids = rules.map(({ id }) => id ?? '').join(' ')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the table is another one then
  useEffect(() => {
    const region = container.current
    if (region === null) return
    const marked = new Set(ids.split(' '))
    const mark = () => {
      // An empty corner is no head of a column.
      region.querySelector('th.index-column')?.setAttribute('role', 'cell')
      region.querySelector('.tjs-table-container')?.setAttribute('tabindex', '0')
      for (const cell of region.querySelectorAll<HTMLElement>('[data-row-id]'))
        cell.toggleAttribute('data-matched', marked.has(cell.dataset.rowId ?? ''))
    }
    mark()
    const observer = new MutationObserver(mark)
    observer.observe(region, { childList: true, subtree: true })
    return () => observer.disconnect()
  }, [container, ids, shown.step, shown.active])
}
