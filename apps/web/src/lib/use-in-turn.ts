import { useEffect, useEffectEvent, useRef, useState } from 'react'

interface Work {
  /** Whether there is something to do. */
  readonly isNeeded: () => boolean
  /** Whether it is done; what keeps it from that has been told. */
  readonly run: () => Promise<boolean>
}

/**
 * Returns work that never runs twice at the same time. A request while it runs repeats it afterwards, if it succeeded
 * and there is something to do.
 */
export function useInTurn({ isNeeded, run }: Work): {
  readonly isUnderWay: boolean
  /** Returns whether it is done when nothing was under way; false when something was. */
  readonly start: () => Promise<boolean>
} {
  const [isUnderWay, setUnderWay] = useState(false)
  const [isAskedAgain, setAskedAgain] = useState(false)
  const isHeld = useRef(false)
  const start = useEffectEvent(async () => {
    if (isHeld.current) {
      setAskedAgain(true)
      return false
    }
    if (!isNeeded()) return true
    isHeld.current = true
    setUnderWay(true)
    try {
      const isDone = await run()
      if (!isDone) setAskedAgain(false)
      return isDone
    } finally {
      isHeld.current = false
      setUnderWay(false)
    }
  })
  // Not at once: what it does then goes by what the first time has changed, which is known when that is drawn.
  useEffect(() => {
    if (isUnderWay || !isAskedAgain) return
    setAskedAgain(false)
    void start()
  }, [isUnderWay, isAskedAgain])
  return { isUnderWay, start: () => start() }
}
