import { toSafeReturnUrl } from '../../config/paths.ts'

/** The specification's own word for where the user wanted to go. Kept for the tab, so that two tabs do not mix. */
const key = 'returnUrl'

export function saveReturnUrl(url: string): void {
  try {
    sessionStorage.setItem(key, url)
  } catch {
    // Without storage the user lands on Home after signing in.
  }
}

/** Where to go after signing in. Asking forgets it. */
export function takeReturnUrl(): string {
  try {
    const url = sessionStorage.getItem(key)
    sessionStorage.removeItem(key)
    return toSafeReturnUrl(url)
  } catch {
    return toSafeReturnUrl(null)
  }
}
