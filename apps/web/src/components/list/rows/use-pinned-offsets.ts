import { type CSSProperties, type RefObject, useLayoutEffect, useState } from 'react'

/** Returns the sticky positions of pinned cells: each after the previous ones. */
export function usePinnedOffsets(
  table: RefObject<HTMLTableElement | null>,
  count: number,
): (index: number) => { style?: CSSProperties; 'data-pinned'?: true } {
  const [offsets, setOffsets] = useState<readonly number[]>([])
  useLayoutEffect(() => {
    const element = table.current
    if (element === null || count === 0) return
    const measure = () => {
      let sum = 0
      const next = [...element.querySelectorAll<HTMLElement>('thead th')].slice(0, count).map((cell) => {
        const offset = sum
        sum += cell.offsetWidth
        return offset
      })
      setOffsets((before) => (before.join() === next.join() ? before : next))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [table, count])
  return (index) => (index < count ? { style: { insetInlineStart: offsets[index] ?? 0 }, 'data-pinned': true } : {})
}
