import '../../lib/sign-in-texts.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { BarePage } from '../../components/bare-page/bare-page.tsx'
import { Link } from '../../components/link/link.tsx'
import { paths } from '../../config/paths.ts'
import { CompanySignIn } from './company-sign-in.tsx'
import { CredentialsForm, type OldPassword } from './credentials-form.tsx'
import { LazyNewPasswordForm } from './lazy-new-password-form.tsx'
import classes from './login-page.module.css'
import type { HalfWay } from './second-step/half-way.ts'
import { LazySecondStep } from './second-step/lazy-second-step.tsx'
import { useArrival } from './use-arrival.ts'
import { useSignInOptions } from './use-sign-in.ts'

/** The sign-in page: signs the user in with the company account or with a password, and opens the requested page. */
export function Page() {
  const { t } = useTranslation()
  useArrival()
  const options = useSignInOptions()
  // A first password is good for nothing but to choose another one.
  const [first, setFirst] = useState<OldPassword | null>(null)
  const [halfWay, setHalfWay] = useState<HalfWay | null>(null)
  if (halfWay !== null)
    return (
      <LazySecondStep
        halfWay={halfWay}
        onBack={() => {
          setHalfWay(null)
          setFirst(null)
        }}
      />
    )
  if (first !== null)
    return (
      <BarePage
        title={t('login.newPasswordTitle')}
        text={t(first.isExpired ? 'login.expiredText' : 'login.newPasswordText')}
      >
        <LazyNewPasswordForm first={first.credentials} onBack={() => setFirst(null)} onHalfWay={setHalfWay} />
      </BarePage>
    )
  const hasCompany = options?.advancedSso === true
  return (
    <BarePage
      title={t('login.title')}
      text={t(hasCompany ? 'login.hintWithCompany' : 'login.hint')}
      // Below the card, where the link moves nothing when it is known that mails can be sent.
      foot={
        <>
          {t('login.noAccount')}
          {options?.resetsPasswords === true ? (
            <>
              {' '}
              <Link to={paths.forgotPassword}>{t('login.forgot')}</Link>
            </>
          ) : null}
        </>
      }
    >
      <div className={classes.form}>
        {hasCompany ? <CompanySignIn label={options.label} /> : null}
        <CredentialsForm onOldPassword={setFirst} onHalfWay={setHalfWay} />
      </div>
    </BarePage>
  )
}
