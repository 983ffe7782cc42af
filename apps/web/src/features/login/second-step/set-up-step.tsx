import { Button } from '@mantine/core'
import { api, type SecondFactorKind } from '@millrace/contract'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../../../components/banner/error-banner.tsx'
import { EnrolmentForm, type FactorProof } from '../../../components/second-factor/enrolment-form.tsx'
import { hasPasskeys } from '../../../components/second-factor/passkeys.ts'
import { RecoveryCodes } from '../../../components/second-factor/recovery-codes.tsx'
import { call } from '../../../lib/api/call.ts'
import classes from '../login-page.module.css'
import { useEnter } from '../use-sign-in.ts'

interface Props {
  readonly workplace: string
  readonly onBack: () => void
}

/** The form that sets up the required second factor, shows the recovery codes, and continues. */
export function SetUpStep({ workplace, onBack }: Props) {
  const { t } = useTranslation()
  const enter = useEnter()
  const start = useMutation({
    mutationFn: (kind: SecondFactorKind) => call(api.auth.startSetUp, { body: { kind } }),
  })
  const complete = useMutation({
    mutationFn: (body: FactorProof) => call(api.auth.completeSetUp, { body }),
  })
  const content = complete.data ? (
    <RecoveryCodes codes={complete.data.recoveryCodes} onDone={() => void enter(workplace)} />
  ) : start.data ? (
    <EnrolmentForm
      enrolment={start.data}
      isPending={complete.isPending}
      error={complete.isError ? <ErrorBanner title={t('secondFactor.addFailed')} error={complete.error} /> : null}
      onProved={complete.mutate}
      onCancel={() => {
        complete.reset()
        start.reset()
      }}
    />
  ) : (
    <>
      {start.isError ? <ErrorBanner title={t('secondFactor.startFailed')} error={start.error} /> : null}
      <Button size="lg" variant="filled" fullWidth loading={start.isPending} onClick={() => start.mutate('totp')}>
        {t('secondFactor.addApp')}
      </Button>
      {hasPasskeys() ? (
        <Button size="lg" fullWidth disabled={start.isPending} onClick={() => start.mutate('passkey')}>
          {t('secondFactor.addPasskey')}
        </Button>
      ) : null}
      <Button size="lg" variant="subtle" fullWidth onClick={onBack}>
        {t('secondFactor.back')}
      </Button>
    </>
  )
  return <div className={classes.form}>{content}</div>
}
