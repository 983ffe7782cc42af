import { api, type SavedView } from '@millrace/contract'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../../lib/api/call.ts'
import { ErrorBanner } from '../../banner/error-banner.tsx'
import { ConfirmDialog } from '../../dialog/confirm-dialog.tsx'
import { lazyPart } from '../../lazy-part/lazy-part.tsx'
import { showToast } from '../../toast/show-toast.tsx'

const ViewDialog = lazyPart(() => import('./view-dialog.tsx'), { isAwaited: ({ isOpen }) => isOpen })

interface Props {
  readonly view: SavedView
  readonly asked: 'nothing' | 'edit' | 'remove'
  readonly onClose: () => void
  readonly onRemoved: () => void
}

/** The dialogs that edit or delete a view. */
export function ViewDialogs({ view, asked, onClose, onRemoved }: Props) {
  const { t } = useTranslation()
  const { id, name, list, search, columns, sharing } = view
  const remove = useMutation({
    mutationFn: () => call(api.listViews.remove, { params: { id } }),
    onSuccess: () => {
      onRemoved()
      showToast({ kind: 'success', title: t('listViews.removed', { name }), about: id })
    },
  })
  return (
    <>
      <ViewDialog isOpen={asked === 'edit'} list={list} view={view} content={{ search, columns }} onClose={onClose} />
      <ConfirmDialog
        isOpen={asked === 'remove'}
        title={t('listViews.removeTitle', { name })}
        action={t('listViews.removeAction')}
        isDangerous
        isPending={remove.isPending}
        error={remove.isError ? <ErrorBanner title={t('listViews.removeFailed')} error={remove.error} /> : null}
        onConfirm={() => remove.mutate()}
        onClose={onClose}
      >
        {t(sharing.with === 'nobody' ? 'listViews.removeText' : 'listViews.removeSharedText')}
      </ConfirmDialog>
    </>
  )
}
