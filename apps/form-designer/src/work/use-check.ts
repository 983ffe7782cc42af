import { useEffect } from 'react'
import { checkDesign } from '../model/check-design.ts'
import { loadFeel } from '../runtime.ts'
import { useDesigner, useStore } from '../store/use-designer.ts'

/** Milliseconds after the last change. */
const patience = 250

/** Compiles the design when nobody has changed it for a moment, so that no key press waits for it. */
export function useCheck(): void {
  const store = useStore()
  const design = useDesigner(({ stack }) => stack.design)
  useEffect(() => {
    let isWanted = true
    let idle: number | null = null
    const timer = setTimeout(async () => {
      const language = await loadFeel()
      if (!isWanted) return
      idle = requestIdleCallback(() => isWanted && store.setCheck(checkDesign(design, language)), { timeout: 2_000 })
    }, patience)
    return () => {
      isWanted = false
      clearTimeout(timer)
      if (idle !== null) cancelIdleCallback(idle)
    }
  }, [design, store])
}
