import type { CaptchaServiceKind } from '@millrace/contract'

/** The interface that captcha services share. */
export interface CaptchaApi {
  readonly render: (
    element: HTMLElement,
    options: {
      readonly sitekey: string
      readonly theme: 'light' | 'dark'
      readonly callback: (response: string) => void
      readonly 'expired-callback': () => void
      readonly 'error-callback': () => void
    },
  ) => string | number
  readonly reset: (id: string | number) => void
}

const services = {
  recaptcha: { script: 'https://www.google.com/recaptcha/api.js', name: 'grecaptcha' },
  hcaptcha: { script: 'https://js.hcaptcha.com/1/api.js', name: 'hcaptcha' },
  turnstile: { script: 'https://challenges.cloudflare.com/turnstile/v0/api.js', name: 'turnstile' },
} as const satisfies Record<CaptchaServiceKind, { readonly script: string; readonly name: string }>

/** Seconds that a service has to be ready: its script loads another one, and nobody says when that is kept away. */
const patience = 15

/** The name of the function that the script of a captcha service calls when it is ready. */
const ready = 'millraceCaptchaReady'

type Globals = Partial<Record<string, CaptchaApi | (() => void)>>

let loading: Promise<CaptchaApi> | null = null

/**
 * Loads the script of a captcha service, once. The content security policy of the page permits it for links with a
 * captcha.
 *
 * @throws when the script cannot be loaded; the next call tries again.
 */
export function loadCaptcha(kind: CaptchaServiceKind): Promise<CaptchaApi> {
  loading ??= load(services[kind]).catch((error: unknown) => {
    loading = null
    throw error
  })
  return loading
}

function load({ script, name }: (typeof services)[CaptchaServiceKind]): Promise<CaptchaApi> {
  const globals = globalThis as unknown as Globals
  return new Promise((resolve, reject) => {
    const element = document.createElement('script')
    const giveUp = (reason: string) => {
      clearTimeout(timer)
      element.remove()
      reject(new Error(reason))
    }
    const timer = setTimeout(
      () => giveUp(`Expected ${script} to be ready within ${patience} seconds, but it was not.`),
      patience * 1000,
    )
    globals[ready] = () => {
      clearTimeout(timer)
      resolve(globals[name] as CaptchaApi)
    }
    element.async = true
    element.src = `${script}?render=explicit&onload=${ready}`
    element.addEventListener('error', () => giveUp(`Expected ${script} to load, but it did not.`))
    document.head.append(element)
  })
}
