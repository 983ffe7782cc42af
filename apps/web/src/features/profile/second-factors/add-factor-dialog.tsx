import { Modal } from '@mantine/core'
import { api, type SecondFactorKind } from '@millrace/contract'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../../../components/banner/error-banner.tsx'
import { EnrolmentForm, type FactorProof } from '../../../components/second-factor/enrolment-form.tsx'
import { RecoveryCodes } from '../../../components/second-factor/recovery-codes.tsx'
import { call } from '../../../lib/api/call.ts'
import { useLast } from '../../../lib/use-last.ts'
import { PasswordStep } from './password-step.tsx'

interface Props {
  /** Null: closed. */
  readonly kind: SecondFactorKind | null
  readonly onClose: () => void
}

/** The dialog that adds a second factor: the password, the proof, and for the first factor the recovery codes. */
export function AddFactorDialog({ kind, onClose }: Props) {
  const { t } = useTranslation()
  const shown = useLast(kind) ?? 'totp'
  const start = useMutation({
    mutationFn: (currentPassword: string) => call(api.secondFactors.start, { body: { kind: shown, currentPassword } }),
  })
  const add = useMutation({
    mutationFn: (body: FactorProof) => call(api.secondFactors.add, { body }),
    onSuccess: ({ recoveryCodes }) => recoveryCodes === null && onClose(),
  })
  const codes = add.data?.recoveryCodes ?? null
  return (
    <Modal
      opened={kind !== null}
      // Recovery codes are only shown now: they are left by their button.
      onClose={() => codes === null && onClose()}
      withCloseButton={codes === null}
      onExitTransitionEnd={() => {
        start.reset()
        add.reset()
      }}
      title={t(shown === 'totp' ? 'secondFactor.addApp' : 'secondFactor.addPasskey')}
      size={480}
    >
      {codes !== null ? (
        <RecoveryCodes codes={codes} onDone={onClose} />
      ) : start.data === undefined ? (
        <PasswordStep
          action={t('secondFactor.continue')}
          isPending={start.isPending}
          error={start.error}
          failure={<ErrorBanner title={t('secondFactor.startFailed')} error={start.error} />}
          onPassword={start.mutate}
          onCancel={onClose}
        />
      ) : (
        <EnrolmentForm
          enrolment={start.data}
          isPending={add.isPending}
          error={add.isError ? <ErrorBanner title={t('secondFactor.addFailed')} error={add.error} /> : null}
          onProved={add.mutate}
          onCancel={onClose}
        />
      )}
    </Modal>
  )
}
