/** The input in the sign-in page of the server before the browser application was loaded. */
export interface EarlyInput {
  readonly username: string
  readonly password: string
  readonly isInPassword: boolean
  readonly isSubmitted: boolean
}

const nothing: EarlyInput = { username: '', password: '', isInPassword: false, isSubmitted: false }

let kept = nothing

/** Reads what is there, as long as the page that came from the server is shown; afterwards what was there last. */
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

/** Once it is in the fields of the program: whoever comes back to the sign-in page begins with empty ones. */
export function forgetEarlyInput(): void {
  kept = nothing
}
