/** The input in the sign-in page of the server before the browser application was loaded. */
export interface EarlyInput {
  readonly username: string
  readonly password: string
  readonly isInPassword: boolean
  readonly isSubmitted: boolean
}

const nothing: EarlyInput = { username: '', password: '', isInPassword: false, isSubmitted: false }

let kept = nothing

/** Returns the entries of the sign-in page that the server sent, while it is shown; afterwards its last entries. */
export function readEarlyInput(): EarlyInput {
  const form = document.getElementById('early-form')
  if (form instanceof HTMLFormElement) {
    const fields = new FormData(form)
    kept = {
      username: String(fields.get('username') ?? ''),
      password: String(fields.get('password') ?? ''),
      isInPassword: document.activeElement?.id === 'early-password',
      isSubmitted: form.hasAttribute('data-submitted'),
    }
  }
  return kept
}

/**
 * Clears the entries of the first sign-in page after the application has taken them, so that later sign-in pages are
 * empty.
 */
export function forgetEarlyInput(): void {
  kept = nothing
}
