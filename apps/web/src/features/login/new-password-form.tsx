import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../../components/banner/error-banner.tsx'
import type { Credentials } from './credentials-form.tsx'
import { RepeatedPassword } from './repeated-password.tsx'
import { type HalfWay, readHalfWay } from './second-step/half-way.ts'
import { useSignIn } from './use-sign-in.ts'

export interface NewPasswordProps {
  readonly first: Credentials
  readonly onBack: () => void
  /** The password is accepted, and a second step follows. */
  readonly onHalfWay: (halfWay: HalfWay) => void
}

/** The form for a new password in place of one that has to be changed, which then signs the user in. */
export function NewPasswordForm({ first, onBack, onHalfWay }: NewPasswordProps) {
  const { t } = useTranslation()
  const signIn = useSignIn()
  return (
    <RepeatedPassword
      isPending={signIn.isPending}
      error={signIn.error}
      onChosen={(newPassword) =>
        signIn.mutate(
          { ...first, newPassword },
          {
            onError: (error) => {
              const halfWay = readHalfWay(error, first.workplace)
              if (halfWay !== null) onHalfWay(halfWay)
            },
          },
        )
      }
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
