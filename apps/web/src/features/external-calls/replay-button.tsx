import { Button } from '@mantine/core'
import { api, type ExternalCallDetail } from '@millrace/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../../components/banner/error-banner.tsx'
import { ConfirmDialog } from '../../components/dialog/confirm-dialog.tsx'
import { showToast } from '../../components/toast/show-toast.tsx'
import { call } from '../../lib/api/call.ts'

/** The button that sends a call again, after a confirmation. */
export function ReplayButton({ found }: { readonly found: ExternalCallDetail }) {
  const { t } = useTranslation()
  const [isAsking, setAsking] = useState(false)
  const replay = useMutation({
    mutationFn: () => call(api.externalCalls.replay, { params: { id: found.id } }),
    onSuccess: ({ fault, ms }) => {
      setAsking(false)
      showToast(
        fault === null
          ? {
              kind: 'success',
              title: t('externalCalls.replayed'),
              text: t('externalCalls.replayedIn', { ms: ms.toLocaleString('en') }),
            }
          : { kind: 'warning', title: t('externalCalls.replayFailed'), text: fault },
      )
    },
  })
  return (
    <>
      <Button size="xs" onClick={() => setAsking(true)}>
        {t('externalCalls.replay')}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={t('externalCalls.replayTitle')}
        action={t('externalCalls.replay')}
        isDangerous={!found.isRepeatable}
        isPending={replay.isPending}
        error={
          replay.isError ? <ErrorBanner title={t('externalCalls.replayNotSent')} error={replay.error} /> : undefined
        }
        onConfirm={() => replay.mutate()}
        onClose={() => {
          setAsking(false)
          replay.reset()
        }}
      >
        <p>{t('externalCalls.replayText')}</p>
        {found.isRepeatable ? null : <p>{t('externalCalls.replayTwice')}</p>}
      </ConfirmDialog>
    </>
  )
}
