import { useCallback, useEffect, useRef, useState } from 'react'
import type { DesignerLock, DesignerPort } from '../designer-port.ts'
import { useStore } from '../store/use-designer.ts'

/** Milliseconds between two renewals. */
const renewal = 30_000

export interface Lock {
  /** Whoever else is at it; null when this window has it. */
  readonly other: DesignerLock | null
  readonly getToken: () => string | null
  readonly takeOver: () => Promise<void>
}

/**
 * Takes the lock when the designer opens, renews it, and gives it back when it is left. From another window of the same
 * user it is taken over when the designer opens: that window may be gone without a word.
 */
export function useLock({ lock: request, unlock }: DesignerPort, user: string): Lock {
  const store = useStore()
  const token = useRef<string | null>(null)
  const [other, setOther] = useState<DesignerLock | null>(null)
  const ask = useCallback(
    async (isTakenOver: boolean, ownToo = false) => {
      const asked = await request({ token: token.current, takeOver: isTakenOver })
      const isOwn = asked.token === null && asked.holder.username === user
      // Nobody is told of a window of his own that is about to lose it: the page would move.
      const lock = ownToo && isOwn ? await request({ token: token.current, takeOver: true }) : asked
      token.current = lock.token
      setOther(lock.token === null ? lock : null)
      store.setHeldBy(lock.token === null ? lock.holder.name : null)
    },
    [request, store, user],
  )
  useEffect(() => {
    // Without a line nobody can be told of: what was agreed last holds, and saving says the rest.
    const renew = (ownToo = false) => ask(false, ownToo).catch(() => undefined)
    void renew(true)
    const timer = setInterval(() => void renew(), renewal)
    return () => {
      clearInterval(timer)
      if (token.current !== null) void unlock(token.current).catch(() => undefined)
      token.current = null
    }
  }, [ask, unlock])
  return { other, getToken: () => token.current, takeOver: () => ask(true) }
}
