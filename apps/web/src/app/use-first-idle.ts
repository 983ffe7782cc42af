import { useEffect, useState } from 'react'

/** How long the browser may be busy before it is asked all the same, in ms. */
const patience = 3_000

/** False until the browser has had nothing to do for the first time. */
export function useFirstIdle(): boolean {
  const [isIdle, setIdle] = useState(false)
  useEffect(() => {
    if (!('requestIdleCallback' in globalThis)) {
      const timer = setTimeout(() => setIdle(true), 0)
      return () => clearTimeout(timer)
    }
    const request = requestIdleCallback(() => setIdle(true), { timeout: patience })
    return () => cancelIdleCallback(request)
  }, [])
  return isIdle
}
