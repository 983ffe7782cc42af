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
  const take = useCallback(
    async (isTakenOver: boolean) => {
      const lock = await request({ token: token.current, takeOver: isTakenOver })
      token.current = lock.token
      return lock
    },
    [request],
  )
  const tell = useCallback(
    (lock: DesignerLock) => {
      setOther(lock.token === null ? lock : null)
      store.setHeldBy(lock.token === null ? lock.holder.name : null)
    },
    [store],
  )
  useEffect(() => {
    let isLeft = false
    // Both answers are awaited before anybody is told: between them nothing could be edited.
    const begin = async () => {
      const lock = await take(false)
      return lock.token === null && lock.holder.username === user && !isLeft ? take(true) : lock
    }
    const giveBack = () => {
      if (token.current !== null) void unlock(token.current).catch(() => undefined)
      token.current = null
    }
    // Without a line nobody can be told of: what was agreed last holds, and saving says the rest.
    const follow = (lock: Promise<DesignerLock>) =>
      lock.then(
        (told) => (isLeft ? giveBack() : tell(told)),
        () => undefined,
      )
    void follow(begin())
    const timer = setInterval(() => void follow(take(false)), renewal)
    return () => {
      isLeft = true
      clearInterval(timer)
      giveBack()
    }
  }, [take, tell, unlock, user])
  return { other, getToken: () => token.current, takeOver: async () => tell(await take(true)) }
}
