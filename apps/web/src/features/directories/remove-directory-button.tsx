import IconTrash from 'icon:trash'
import { Button } from '@mantine/core'
import { api, type Directory } from '@millrace/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../../components/banner/error-banner.tsx'
import { ConfirmDialog } from '../../components/dialog/confirm-dialog.tsx'
import { useLeaveRecord } from '../../components/record/use-leave-record.ts'
import { showToast } from '../../components/toast/show-toast.tsx'
import { call } from '../../lib/api/call.ts'
import { directoryQuery } from './directory-query.ts'

/** The button that removes a directory after a confirmation, and opens the list of directories. */
export function RemoveDirectoryButton({ directory: { id, name } }: { directory: Directory }) {
  const { t } = useTranslation()
  const leave = useLeaveRecord(directoryQuery(id).queryKey)
  const [isAsking, setAsking] = useState(false)
  const remove = useMutation({
    mutationFn: () => call(api.directories.remove, { params: { id } }),
    onSuccess: () => showToast({ kind: 'success', title: t('directories.removed'), text: name }),
  })
  return (
    <>
      <Button size="xs" data-danger leftSection={<IconTrash size={15} stroke={1.6} />} onClick={() => setAsking(true)}>
        {t('directories.removeAction')}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={t('directories.removeTitle', { name })}
        action={t('directories.removeAction')}
        keep={t('directories.keep')}
        isDangerous
        isPending={remove.isPending}
        error={remove.isError ? <ErrorBanner title={t('directories.removeFailed')} error={remove.error} /> : null}
        // Whoever has gone elsewhere before the answer stays there.
        onConfirm={() => remove.mutate(undefined, { onSuccess: () => void leave() })}
        onClose={() => setAsking(false)}
      >
        <p>{t('directories.removeText')}</p>
      </ConfirmDialog>
    </>
  )
}
