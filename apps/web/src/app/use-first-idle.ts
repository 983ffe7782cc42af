import { useEffect, useState } from 'react'
import { pagePartsLoaded } from '../lib/page-parts.ts'

/** How long the browser may be busy before it is asked all the same, in ms. */
const patience = 3_000

let firstIdle: Promise<unknown> | undefined

/** Returns false until the parts of the page are loaded and the browser has been idle for the first time. */
export function useFirstIdle(): boolean {
  const [isIdle, setIdle] = useState(false)
  useEffect(() => {
    firstIdle ??= pagePartsLoaded.then(() => new Promise<void>(whenIdle))
    void firstIdle.then(() => setIdle(true))
  }, [])
  return isIdle
}

function whenIdle(act: () => void): void {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(act, { timeout: patience })
  else setTimeout(act)
}
