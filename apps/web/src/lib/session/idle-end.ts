/** Set while the last session of this browser has ended because nobody worked. */
const key = 'millrace.idleEnd'

/** Before any other tab can find out: one that hears of it only by a refusal says the same. */
export function rememberIdleEnd(): void {
  try {
    localStorage.setItem(key, '1')
  } catch {
    // Tabs that are refused lead to the sign-in page then.
  }
}

export function hasIdleEnd(): boolean {
  try {
    return localStorage.getItem(key) !== null
  } catch {
    return false
  }
}

/** Somebody is signed in again. */
export function forgetIdleEnd(): void {
  try {
    localStorage.removeItem(key)
  } catch {
    // Nothing was kept.
  }
}
