import IconPlayerPause from 'icon:player-pause'
import IconPlayerPlay from 'icon:player-play'
import IconRefresh from 'icon:refresh'
import IconX from 'icon:x'
import { Button } from '@mantine/core'
import { api, type BatchDetail } from '@millrace/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../../components/banner/error-banner.tsx'
import { ConfirmDialog } from '../../components/dialog/confirm-dialog.tsx'
import { showToast } from '../../components/toast/show-toast.tsx'
import { call } from '../../lib/api/call.ts'
import { describeError } from '../../lib/api/describe-error.ts'

const calls = {
  pause: api.batches.pause,
  resume: api.batches.resume,
  cancel: api.batches.cancel,
  retry: api.batches.retry,
}

type Action = keyof typeof calls

/** The actions for a running batch, or for one that ended with failures. */
export function BatchActions({ batch }: { batch: BatchDetail }) {
  const { t } = useTranslation()
  const { id, state, failed } = batch
  const [isAsking, setAsking] = useState(false)
  const change = useMutation({
    mutationFn: (action: Action) => call(calls[action], { params: { id } }),
    onSuccess: (_, action) => {
      setAsking(false)
      const title = {
        pause: t('batch.paused'),
        resume: t('batch.resumed'),
        cancel: t('batch.cancelled'),
        retry: t('batch.retried'),
      }[action]
      showToast({ kind: 'success', title, about: id })
    },
    onError: (error, action) => {
      // The dialog says it where there is one.
      if (action !== 'cancel')
        showToast({ kind: 'error', title: t('batch.changeFailed'), text: describeError(error).message, about: id })
    },
  })
  const isPending = (action: Action) => change.isPending && change.variables === action
  const isUnderWay = state === 'waiting' || state === 'paused'
  if (!isUnderWay && state !== 'failed') return null
  return (
    <>
      {failed > 0 ? (
        <Button
          size="xs"
          leftSection={<IconRefresh size={15} stroke={1.6} />}
          loading={isPending('retry')}
          onClick={() => change.mutate('retry')}
        >
          {t('batch.retry')}
        </Button>
      ) : null}
      {state === 'waiting' ? (
        <Button
          size="xs"
          leftSection={<IconPlayerPause size={15} stroke={1.6} />}
          loading={isPending('pause')}
          onClick={() => change.mutate('pause')}
        >
          {t('batch.pause')}
        </Button>
      ) : null}
      {state === 'paused' ? (
        <Button
          size="xs"
          variant="filled"
          leftSection={<IconPlayerPlay size={15} stroke={1.6} />}
          loading={isPending('resume')}
          onClick={() => change.mutate('resume')}
        >
          {t('batch.resume')}
        </Button>
      ) : null}
      {isUnderWay ? (
        <Button size="xs" leftSection={<IconX size={15} stroke={1.6} />} onClick={() => setAsking(true)}>
          {t('batch.cancel')}
        </Button>
      ) : null}
      <ConfirmDialog
        isOpen={isAsking}
        title={t('batch.cancelTitle')}
        action={t('batch.cancel')}
        isDangerous
        isPending={isPending('cancel')}
        error={
          change.isError && change.variables === 'cancel' ? (
            <ErrorBanner title={t('batch.changeFailed')} error={change.error} />
          ) : null
        }
        onConfirm={() => change.mutate('cancel')}
        onClose={() => {
          setAsking(false)
          // A pause that is under way keeps its button as it is.
          if (change.variables === 'cancel') change.reset()
        }}
      >
        <p>{t('batch.cancelText')}</p>
      </ConfirmDialog>
    </>
  )
}
