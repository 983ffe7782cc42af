import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../../components/banner/error-banner.tsx'
import type { Credentials } from './credentials-form.tsx'
import { RepeatedPassword } from './repeated-password.tsx'
import { useSignIn } from './use-sign-in.ts'

/** Another password in place of a first one, and into the product with it. */
export function NewPasswordForm({ first, onBack }: { first: Credentials; onBack: () => void }) {
  const { t } = useTranslation()
  const signIn = useSignIn()
  return (
    <RepeatedPassword
      isPending={signIn.isPending}
      onChosen={(newPassword) => signIn.mutate({ ...first, newPassword })}
      foot={
        <Button size="lg" variant="subtle" fullWidth onClick={onBack}>
          {t('login.back')}
        </Button>
      }
    >
      {signIn.isError ? <ErrorBanner title={t('login.failed')} error={signIn.error} /> : null}
    </RepeatedPassword>
  )
}
