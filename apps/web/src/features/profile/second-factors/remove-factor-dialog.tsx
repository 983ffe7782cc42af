import { Modal } from '@mantine/core'
import { api, type SecondFactor } from '@millrace/contract'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../../../components/banner/error-banner.tsx'
import { showToast } from '../../../components/toast/show-toast.tsx'
import { call } from '../../../lib/api/call.ts'
import { useLast } from '../../../lib/use-last.ts'
import { PasswordStep } from './password-step.tsx'

interface Props {
  /** Null: closed. */
  readonly factor: SecondFactor | null
  readonly isLast: boolean
  readonly onClose: () => void
}

/** The dialog that asks for the password before a second factor is removed. */
export function RemoveFactorDialog({ factor, isLast, onClose }: Props) {
  const { t } = useTranslation()
  const name = useLast(factor)?.name ?? ''
  const removal = useMutation({
    mutationFn: (currentPassword: string) =>
      call(api.secondFactors.remove, { params: { id: factor?.id ?? '' }, body: { currentPassword } }),
    onSuccess: () => {
      showToast({ kind: 'success', title: t('secondFactor.removed') })
      onClose()
    },
  })
  return (
    <Modal
      opened={factor !== null}
      onClose={onClose}
      onExitTransitionEnd={removal.reset}
      title={t('secondFactor.removeTitle', { name })}
      size={400}
    >
      <PasswordStep
        text={t(isLast ? 'secondFactor.removeLast' : 'secondFactor.removeText')}
        action={t('secondFactor.remove')}
        isDangerous
        isPending={removal.isPending}
        error={removal.error}
        failure={<ErrorBanner title={t('secondFactor.removeFailed')} error={removal.error} />}
        onPassword={removal.mutate}
        onCancel={onClose}
      />
    </Modal>
  )
}
