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
    async (isTakenOver: boolean) => {
      const lock = await request({ token: token.current, takeOver: isTakenOver })
      token.current = lock.token
      setOther(lock.token === null ? lock : null)
      store.setHeldBy(lock.token === null ? lock.holder.name : null)
      return lock
    },
    [request, store],
  )
  useEffect(() => {
    // Without a line nobody can be told of: what was agreed last holds, and saving says the rest.
    const renew = () => ask(false).catch(() => null)
    void renew().then((lock) => (lock?.token === null && lock.holder.username === user ? ask(true) : null))
    const timer = setInterval(() => void renew(), renewal)
    return () => {
      clearInterval(timer)
      if (token.current !== null) void unlock(token.current).catch(() => undefined)
      token.current = null
    }
  }, [ask, unlock, user])
  return { other, getToken: () => token.current, takeOver: async () => void (await ask(true)) }
}
