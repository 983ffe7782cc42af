import { Modal } from '@mantine/core'
import { api } from '@millrace/contract'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../../../components/banner/error-banner.tsx'
import { RecoveryCodes } from '../../../components/second-factor/recovery-codes.tsx'
import { call } from '../../../lib/api/call.ts'
import { PasswordStep } from './password-step.tsx'

interface Props {
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** The dialog that replaces the recovery codes by new ones. */
export function RenewCodesDialog({ isOpen, onClose }: Props) {
  const { t } = useTranslation()
  const renew = useMutation({
    mutationFn: (currentPassword: string) => call(api.secondFactors.renewCodes, { body: { currentPassword } }),
  })
  const codes = renew.data?.recoveryCodes ?? null
  return (
    <Modal
      opened={isOpen}
      onClose={() => codes === null && onClose()}
      withCloseButton={codes === null}
      onExitTransitionEnd={renew.reset}
      title={t('secondFactor.renewCodes')}
      size={480}
    >
      {codes === null ? (
        <PasswordStep
          text={t('secondFactor.renewText')}
          action={t('secondFactor.renewCodes')}
          isPending={renew.isPending}
          error={renew.error}
          failure={<ErrorBanner title={t('secondFactor.renewFailed')} error={renew.error} />}
          onPassword={renew.mutate}
          onCancel={onClose}
        />
      ) : (
        <RecoveryCodes codes={codes} onDone={onClose} />
      )}
    </Modal>
  )
}
