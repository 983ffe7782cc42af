import type { EditLock } from '@millrace/contract'
import { useCallback, useEffect, useRef, useState } from 'react'

/** Milliseconds between two renewals. */
const renewal = 30_000

export interface Lock {
  /** Whoever else is at the design; null when this window has it. */
  readonly other: EditLock | null
  readonly getToken: () => string | null
  readonly takeOver: () => Promise<void>
}

/** The calls of one design; the same object as long as it is the same design. */
export interface LockCalls {
  take(body: { readonly takeOver: boolean; readonly token?: string }): Promise<EditLock>
  release(token: string): Promise<unknown>
}

/**
 * Takes the lock of a design when its page opens, renews it, and gives it back when it is left. From another window of the
 * same user it is taken over when the page opens: that window may be gone without a word.
 */
export function useLock(calls: LockCalls, user: string): Lock {
  const token = useRef<string | null>(null)
  const [other, setOther] = useState<EditLock | null>(null)
  const ask = useCallback(
    async (takeOver: boolean, ownToo = false) => {
      const take = (isTakenOver: boolean) => {
        const held = token.current === null ? {} : { token: token.current }
        return calls.take({ takeOver: isTakenOver, ...held })
      }
      const asked = await take(takeOver)
      // Nobody is told of a window of his own that is about to lose it: the page would move, and be opened twice.
      const lock = ownToo && asked.token === null && asked.holder.username === user ? await take(true) : asked
      token.current = lock.token
      setOther(lock.token === null ? lock : null)
    },
    [calls, user],
  )
  useEffect(() => {
    // Without a line nobody can be told of: what was agreed last holds, and saving says the rest.
    const renew = (ownToo = false) => ask(false, ownToo).catch(() => undefined)
    void renew(true)
    const timer = setInterval(() => void renew(), renewal)
    return () => {
      clearInterval(timer)
      const held = token.current
      token.current = null
      if (held !== null) void calls.release(held).catch(() => undefined)
    }
  }, [ask, calls])
  return { other, getToken: () => token.current, takeOver: () => ask(true) }
}
