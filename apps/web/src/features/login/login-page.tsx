import '../../lib/sign-in-texts.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { BarePage } from '../../components/bare-page/bare-page.tsx'
import { Link } from '../../components/link/link.tsx'
import { paths } from '../../config/paths.ts'
import { CompanySignIn } from './company-sign-in.tsx'
import { type Credentials, CredentialsForm } from './credentials-form.tsx'
import classes from './login-page.module.css'
import { NewPasswordForm } from './new-password-form.tsx'
import { useArrival } from './use-arrival.ts'
import { useSignInOptions } from './use-sign-in.ts'

/** Signs the user in, with the company account or with a password, and goes to where they wanted to be. */
export function Page() {
  const { t } = useTranslation()
  useArrival()
  const options = useSignInOptions()
  // A first password is good for nothing but to choose another one.
  const [first, setFirst] = useState<Credentials | null>(null)
  if (first !== null)
    return (
      <BarePage title={t('login.newPasswordTitle')} text={t('login.newPasswordText')}>
        <NewPasswordForm first={first} onBack={() => setFirst(null)} />
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
        <CredentialsForm onFirstPassword={setFirst} />
      </div>
    </BarePage>
  )
}
