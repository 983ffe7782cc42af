import { paths, toSafeReturnUrl } from '../../config/paths.ts'

/** Where the user wanted to go before signing in. The specification's own word. */
const returnUrl = 'returnUrl'
/** Where the user was when the application could not start. */
const previousUrl = 'previousUrl'
/** Where the browser has to go to end the session of single sign-on too. */
const coreLogoutUrl = 'coreLogoutUrl'

export function saveReturnUrl(url: string): void {
  save(returnUrl, url)
}

/** Returns the address to open after sign-in, and clears it. */
export function takeReturnUrl(): string {
  return toSafeReturnUrl(take(returnUrl))
}

/** Reads the return address without deleting it, for single sign-on, whose provider sends it back. */
export function readReturnUrl(): string {
  return toSafeReturnUrl(read(returnUrl))
}

export function savePreviousUrl(url: string): void {
  save(previousUrl, url)
}

/** Returns the address that was open when the application could not start, and clears it; null when it could start. */
export function takePreviousUrl(): string | null {
  const url = take(previousUrl)
  if (url === null) return null
  const safe = toSafeReturnUrl(url)
  return safe === paths.home && url !== paths.home ? null : safe
}

export function saveCoreLogoutUrl(url: string): void {
  save(coreLogoutUrl, url)
}

/** Returns the address of the provider for a sign-out that did not reach it, and clears it. */
export function takeCoreLogoutUrl(): string | null {
  const url = take(coreLogoutUrl)
  return url !== null && /^https?:\/\//.test(url) ? url : null
}

/** Kept for the tab, so that two tabs do not mix. */
function save(key: string, value: string): void {
  try {
    sessionStorage.setItem(key, value)
  } catch {
    // Without storage the user lands on Home.
  }
}

function read(key: string): string | null {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}

function take(key: string): string | null {
  const value = read(key)
  try {
    sessionStorage.removeItem(key)
  } catch {
    // Nothing was kept then.
  }
  return value
}
