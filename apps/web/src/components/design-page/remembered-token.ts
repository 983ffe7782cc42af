/** The token of the lock that this tab had, with the address of the design. */
const key = 'millrace.lock'

/** Stores the lock token when a page unloads, so that the same tab gets the lock back after a reload. */
export function rememberToken(address: string, token: string): void {
  try {
    sessionStorage.setItem(key, JSON.stringify([address, token]))
  } catch {
    // The tab is like another window then.
  }
}

/**
 * Returns the lock token that this tab stored at the same address, and deletes it, because a duplicated tab would have
 * it too. Null without a token.
 */
export function takeRememberedToken(address: string): string | null {
  try {
    const text = sessionStorage.getItem(key)
    sessionStorage.removeItem(key)
    const kept: unknown = text === null ? null : JSON.parse(text)
    if (!Array.isArray(kept)) return null
    const [of, token]: unknown[] = kept
    return of === address && typeof token === 'string' ? token : null
  } catch {
    return null
  }
}
