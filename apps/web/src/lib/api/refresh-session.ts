import { api, sessionLimits } from '@millrace/contract'
import { isSignedOut } from './api-error.ts'
import { type SendOptions, send } from './send.ts'

let refreshing: Promise<void> | null = null

interface RefreshOptions extends SendOptions {
  /** When what was refused had been sent, in ms since 1970: where the session was renewed since then, that is enough. */
  readonly since?: number
}

/**
 * Refreshes the session. Concurrent calls share one request.
 * @throws ApiError with status 401 when the session has ended.
 */
export function refreshSession({ since, ...options }: RefreshOptions = {}): Promise<void> {
  if (refreshing === null && since !== undefined && readRefreshedAt() > since) return Promise.resolve()
  refreshing ??= refreshAlone(options)
    .catch((error: unknown) => {
      if (isSignedOut(error)) for (const listener of endListeners) listener()
      throw error
    })
    .finally(() => {
      refreshing = null
    })
  return refreshing
}

/** One tab after the other: a refresh cookie can be exchanged once. What another tab did meanwhile counts here too. */
async function refreshAlone(options: SendOptions): Promise<void> {
  const askedAt = Date.now()
  await inTurn(async () => {
    if (readRefreshedAt() > askedAt) return
    await send(api.auth.refresh, {}, options)
    writeRefreshedAt()
  })
}

/** Without a secure context there are no locks: then tabs may meet, and the server allows for it. */
function inTurn(work: () => Promise<void>): Promise<void> {
  return 'locks' in navigator ? navigator.locks.request('millrace.refresh', work) : work()
}

const key = 'millrace.refreshedAt'

/** Returns when any tab of this browser last refreshed the session, in milliseconds since 1970; 0 when unknown. */
export function readRefreshedAt(): number {
  try {
    return Number(localStorage.getItem(key)) || 0
  } catch {
    return 0
  }
}

/** Milliseconds before the end of the access from which it counts as old. */
const margin = 15_000

/** Returns whether the access token has expired, or is about to. `public/early.js` uses the same rule. */
export function isAccessOld(): boolean {
  const refreshedAt = readRefreshedAt()
  return refreshedAt > 0 && Date.now() - refreshedAt > sessionLimits.accessSeconds * 1_000 - margin
}

/** Notes that access is new: after a refresh or a sign-in. */
export function noteRefreshed(): void {
  writeRefreshedAt()
}

function writeRefreshedAt(): void {
  try {
    localStorage.setItem(key, String(Date.now()))
  } catch {
    // Each tab refreshes for itself then.
  }
}

const endListeners = new Set<() => void>()

/** Calls a listener when the session has ended. Returns the function that removes the listener. */
export function onSessionEnd(listener: () => void): () => void {
  endListeners.add(listener)
  return () => endListeners.delete(listener)
}
