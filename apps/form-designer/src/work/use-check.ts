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
    const check = () =>
      loadFeel().then(
        (language) => {
          if (!isWanted) return
          idle = requestIdleCallback(() => isWanted && store.setCheck(checkDesign(design, language)), {
            timeout: 2_000,
          })
        },
        // The page stays as it is, and asks again when the line is back; whoever saves is told.
        () => isWanted && addEventListener('online', check, { once: true }),
      )
    const timer = setTimeout(check, patience)
    return () => {
      isWanted = false
      clearTimeout(timer)
      removeEventListener('online', check)
      if (idle !== null) cancelIdleCallback(idle)
    }
  }, [design, store])
}
