import IconCopy from 'icon:copy'
import IconPencil from 'icon:pencil'
import IconTrash from 'icon:trash'
import { Button } from '@mantine/core'
import { api, type SavedView } from '@millrace/contract'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../lib/api/call.ts'
import { ErrorBanner } from '../../banner/error-banner.tsx'
import { ConfirmDialog } from '../../dialog/confirm-dialog.tsx'
import { lazyPart } from '../../lazy-part/lazy-part.tsx'
import { LinkButton } from '../../link/link-button.tsx'
import { showToast } from '../../toast/show-toast.tsx'
import { customViewPath, listPath } from './custom-view-path.ts'

const ViewDialog = lazyPart(() => import('./view-dialog.tsx'), { isAwaited: ({ isOpen }) => isOpen })

/** Edits, copies and deletes a custom view. What it shows is changed in the list and saved there. */
export function CustomViewActions({ view }: { readonly view: SavedView }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [asked, setAsked] = useState<'nothing' | 'edit' | 'remove'>('nothing')
  const { id, name, mayChange } = view
  const remove = useMutation({
    mutationFn: () => call(api.listViews.remove, { params: { id } }),
    onSuccess: () => {
      showToast({ kind: 'success', title: t('listViews.removed', { name }), about: id })
      void navigate({ to: listPath(view.list) })
    },
  })
  return (
    <>
      <LinkButton
        size="xs"
        to={`${customViewPath(view.list)?.(id) ?? ''}/copy`}
        leftSection={<IconCopy size={15} stroke={1.6} />}
      >
        {t('listViews.copyCustom')}
      </LinkButton>
      {mayChange ? (
        <>
          <Button size="xs" leftSection={<IconPencil size={15} stroke={1.6} />} onClick={() => setAsked('edit')}>
            {t('listViews.editCustom')}
          </Button>
          <Button
            size="xs"
            data-danger
            leftSection={<IconTrash size={15} stroke={1.6} />}
            onClick={() => setAsked('remove')}
          >
            {t('listViews.removeCustom')}
          </Button>
        </>
      ) : null}
      <ViewDialog
        isOpen={asked === 'edit'}
        list={view.list}
        view={view}
        content={{ search: view.search, columns: view.columns }}
        onClose={() => setAsked('nothing')}
      />
      <ConfirmDialog
        isOpen={asked === 'remove'}
        title={t('listViews.removeTitle', { name })}
        action={t('listViews.removeAction')}
        keep={t('listViews.keep')}
        isDangerous
        isPending={remove.isPending}
        error={remove.isError ? <ErrorBanner title={t('listViews.removeFailed')} error={remove.error} /> : null}
        onConfirm={() => remove.mutate()}
        onClose={() => setAsked('nothing')}
      >
        {t(view.sharing.with === 'nobody' ? 'listViews.removeText' : 'listViews.removeSharedText')}
      </ConfirmDialog>
    </>
  )
}
