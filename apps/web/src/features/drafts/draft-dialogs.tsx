import { api, draftLimits } from '@millrace/contract'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../../components/banner/error-banner.tsx'
import { ConfirmDialog } from '../../components/dialog/confirm-dialog.tsx'
import { showToast } from '../../components/toast/show-toast.tsx'
import { call } from '../../lib/api/call.ts'
import { ReadDraftDialog } from './read-draft-dialog.tsx'
import type { DraftDialogState } from './use-draft-dialogs.ts'

/** The dialogs of the lists of drafts. */
export function DraftDialogs({ dialogs }: { dialogs: DraftDialogState }) {
  const { t } = useTranslation()
  const { read, discarded, close } = dialogs
  const discard = useMutation({
    mutationFn: () =>
      call(api.drafts.discard, { body: { ids: discarded.slice(0, draftLimits.atOnce).map(({ id }) => id) } }),
    onSuccess: ({ discarded: count }) => {
      showToast({ kind: 'success', title: t('drafts.deleted', { count }) })
      close()
    },
  })
  const count = discarded.length
  return (
    <>
      <ConfirmDialog
        isOpen={count > 0}
        title={t('drafts.deleteTitle', { count })}
        action={t('drafts.deleteConfirm', { count })}
        isDangerous
        isPending={discard.isPending}
        error={discard.isError ? <ErrorBanner title={t('drafts.deleteFailed')} error={discard.error} /> : null}
        onConfirm={() => discard.mutate()}
        onClose={() => {
          discard.reset()
          close()
        }}
      >
        <p>{t('drafts.deleteText')}</p>
      </ConfirmDialog>
      {read === null ? null : <ReadDraftDialog draft={read} onClose={close} />}
    </>
  )
}
