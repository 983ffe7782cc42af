import { api, type EditLock } from '@millrace/contract'
import { useCallback, useEffect, useRef, useState } from 'react'
import { call } from '../../../lib/api/call.ts'

/** Milliseconds between two renewals. */
const renewal = 30_000

export interface Lock {
  /** Whoever else is at the process; null when this window has it. */
  readonly other: EditLock | null
  readonly getToken: () => string | null
  readonly takeOver: () => Promise<void>
}

/**
 * Takes the lock of a process when its modeller opens, renews it, and gives it back when it is left. From another window
 * of the same user it is taken over when the modeller opens: that window may be gone without a word.
 */
export function useLock(params: { readonly appId: string; readonly processId: string }, user: string): Lock {
  const { appId, processId } = params
  const token = useRef<string | null>(null)
  const [other, setOther] = useState<EditLock | null>(null)
  const ask = useCallback(
    async (takeOver: boolean) => {
      const held = token.current === null ? {} : { token: token.current }
      const lock = await call(api.appProcesses.lock, { params: { appId, processId }, body: { takeOver, ...held } })
      token.current = lock.token
      setOther(lock.token === null ? lock : null)
      return lock
    },
    [appId, processId],
  )
  useEffect(() => {
    // Without a line nobody can be told of: what was agreed last holds, and saving says the rest.
    const renew = () => ask(false).catch(() => null)
    void renew().then((lock) => (lock?.token === null && lock.holder.username === user ? ask(true) : null))
    const timer = setInterval(() => void renew(), renewal)
    return () => {
      clearInterval(timer)
      const held = token.current
      token.current = null
      if (held !== null)
        void call(api.appProcesses.unlock, { params: { appId, processId }, query: { token: held } }).catch(
          () => undefined,
        )
    }
  }, [ask, appId, processId, user])
  return { other, getToken: () => token.current, takeOver: async () => void (await ask(true)) }
}
