/** Set while the last session of this browser has ended because nobody worked. */
const key = 'millrace.idleEnd'

/**
 * Stores that the session ended because of inactivity, before other tabs notice its end, so that they show the same
 * reason.
 */
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

/** Clears the stored reason for the end of the session, after a sign-in. */
export function forgetIdleEnd(): void {
  try {
    localStorage.removeItem(key)
  } catch {
    // Nothing was kept.
  }
}
