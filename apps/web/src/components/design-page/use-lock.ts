import type { EditLock } from '@millrace/contract'
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { onSessionEnding } from '../../lib/session/session-ending.ts'
import { rememberToken, takeRememberedToken } from './remembered-token.ts'

/** Milliseconds between two renewals. */
const renewal = 30_000

/** The state of a lock, for its holder and for others. */
interface HeldLock {
  /** The token of the lock of this window; null when another window or user has the lock. */
  readonly token: string | null
  readonly holder: { readonly username: string }
}

export interface Lock<Held extends HeldLock = EditLock> {
  /** The other holder of the lock, or the same user in another window; null when this window holds it. */
  readonly other: Held | null
  /** Whether it is another window of the same user. */
  readonly isOwn: boolean
  readonly getToken: () => string | null
  readonly takeOver: () => Promise<void>
}

/** The calls for the lock of a design; the same object for the same design. */
export interface LockCalls<Held extends HeldLock = EditLock> {
  take(body: { readonly takeOver: boolean; readonly token?: string }): Promise<Held>
  release(token: string): Promise<unknown>
}

/**
 * Takes the lock of a design when its page opens, renews it, and releases it when the page is left or before the
 * session expires. The lock of another window, even of the same user, is only taken over on request, because its
 * unsaved changes would be lost.
 *
 * @param onOther called with each answer, before anything is rendered.
 */
export function useLock<Held extends HeldLock>(
  calls: LockCalls<Held>,
  user: string,
  onOther: (other: Held | null) => void = ignore,
): Lock<Held> {
  const token = useRef<string | null>(null)
  const [other, setOther] = useState<Held | null>(null)
  const take = useCallback(
    async (takeOver: boolean) => {
      const held = token.current === null ? {} : { token: token.current }
      const lock = await calls.take({ takeOver, ...held })
      token.current = lock.token
      return lock
    },
    [calls],
  )
  // Another function to tell is no reason to give the lock back and take it again: somebody else could be faster.
  const listener = useRef(onOther)
  useLayoutEffect(() => {
    listener.current = onOther
  })
  const showLock = useCallback((lock: Held) => {
    const other = lock.token === null ? lock : null
    setOther(other)
    listener.current(other)
  }, [])
  useEffect(() => {
    let isLeft = false
    // A window that is loaded again is the same window.
    const address = location.pathname
    token.current = handedOn.get(address) ?? takeRememberedToken(address)
    handedOn.delete(address)
    const giveBack = () => {
      const held = token.current
      token.current = null
      // Where the session has ended, the window has it still when its user is back.
      if (held !== null) void calls.release(held).catch(() => rememberToken(address, held))
    }
    // Without a line nobody can be told of: what was agreed last holds, and saving says the rest.
    const follow = () =>
      take(false).then(
        (state) => (isLeft ? giveBack() : showLock(state)),
        () => undefined,
      )
    const leave = () => {
      if (token.current !== null) rememberToken(address, token.current)
      giveBack()
    }
    const comeBack = ({ persisted }: PageTransitionEvent) => {
      if (persisted) void follow()
    }
    void follow()
    const timer = setInterval(() => void follow(), renewal)
    const endListening = onSessionEnding(giveBack)
    addEventListener('pagehide', leave)
    addEventListener('pageshow', comeBack)
    return () => {
      isLeft = true
      clearInterval(timer)
      endListening()
      removeEventListener('pagehide', leave)
      removeEventListener('pageshow', comeBack)
      const held = token.current
      token.current = null
      if (held === null) return
      // A page that shows the design anew goes on with the lock; else it is given back, and nobody gets in between.
      handedOn.set(address, held)
      setTimeout(() => {
        if (handedOn.get(address) !== held) return
        handedOn.delete(address)
        void calls.release(held).catch(() => rememberToken(address, held))
      })
    }
  }, [take, showLock, calls])
  const isOwn = other !== null && other.holder.username === user
  return { other, isOwn, getToken: () => token.current, takeOver: async () => showLock(await take(true)) }
}

/** Tokens of pages that have just gone, by the address of the design. */
const handedOn = new Map<string, string>()

const ignore = () => undefined
