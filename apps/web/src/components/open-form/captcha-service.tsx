import { Button, useComputedColorScheme } from '@mantine/core'
import type { CaptchaService, CaptchaServiceKind } from '@millrace/contract'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Banner } from '../banner/banner.tsx'
import classes from './captcha-service.module.css'
import { type CaptchaApi, loadCaptcha } from './load-captcha.ts'

/** The functions of the captcha that the page calls. */
export interface CaptchaHandle {
  /** Returns the solution of the captcha, which is valid once; null when it is not solved. */
  readonly take: () => string | null
}

interface Props {
  readonly service: CaptchaService
  readonly handle: RefObject<CaptchaHandle | null>
}

const names: Readonly<Record<CaptchaServiceKind, string>> = {
  recaptcha: 'Google reCAPTCHA',
  hcaptcha: 'hCaptcha',
  turnstile: 'Cloudflare Turnstile',
}

/** The captcha of an external service in the page. */
export default function CaptchaServiceWidget({ service: { kind, siteKey }, handle }: Props) {
  const { t } = useTranslation()
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false })
  const box = useRef<HTMLDivElement>(null)
  const response = useRef<string | null>(null)
  const [attempt, setAttempt] = useState(0)
  const [isMissing, setMissing] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another attempt asks for it anew
  useEffect(() => {
    let shown: { readonly captcha: CaptchaApi; readonly id: string | number } | null = null
    let isLeft = false
    const answered = (next: string | null) => {
      response.current = next
    }
    loadCaptcha(kind)
      .then((captcha) => {
        if (isLeft || box.current === null) return
        // Each is drawn into an element of its own: what was drawn into one stays there.
        const element = box.current.appendChild(document.createElement('div'))
        const id = captcha.render(element, {
          sitekey: siteKey,
          theme: scheme,
          callback: answered,
          'expired-callback': () => answered(null),
          'error-callback': () => answered(null),
        })
        shown = { captcha, id }
        setMissing(false)
      })
      // It did not come, or it would not be drawn.
      .catch(() => {
        if (!isLeft) setMissing(true)
      })
    handle.current = {
      take: () => {
        const taken = response.current
        if (taken !== null) shown?.captcha.reset(shown.id)
        response.current = null
        return taken
      },
    }
    return () => {
      isLeft = true
      handle.current = null
      response.current = null
      box.current?.replaceChildren()
    }
  }, [kind, siteKey, scheme, handle, attempt])
  return (
    <section aria-label={t('standalone.captcha')} className={classes.captcha}>
      {isMissing ? (
        <Banner
          kind="error"
          title={t('standalone.captchaFailed')}
          actions={
            <Button size="xs" onClick={() => setAttempt(attempt + 1)}>
              {t('common.retry')}
            </Button>
          }
        >
          {t('standalone.captchaFailedText')}
        </Banner>
      ) : null}
      <div ref={box} />
      <p className={classes.whose}>{t('standalone.captchaOf', { name: names[kind] })}</p>
    </section>
  )
}
