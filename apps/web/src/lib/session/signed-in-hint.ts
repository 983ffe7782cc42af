/** Whether somebody was signed in here when the program last ran: `public/early.js` asks for things early only then. */
const key = 'millrace.session'

export function rememberSignedIn(isSignedIn: boolean): void {
  try {
    if (isSignedIn) localStorage.setItem(key, 'on')
    else localStorage.removeItem(key)
  } catch {
    // Nothing is asked for early then.
  }
}
