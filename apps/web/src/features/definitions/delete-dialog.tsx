import { Checkbox } from '@mantine/core'
import { api, type DefinitionDetail, listLimits } from '@millrace/contract'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../../components/banner/error-banner.tsx'
import { ConfirmDialog } from '../../components/dialog/confirm-dialog.tsx'
import { useLeaveRecord } from '../../components/record/use-leave-record.ts'
import { showToast } from '../../components/toast/show-toast.tsx'
import { call } from '../../lib/api/call.ts'
import { definitionQuery } from './definition-queries.ts'

/** The dialog that deletes a version after the user typed its key. It lists what is deleted with it. */
export function DeleteDialog({ definition, onClose }: { definition: DefinitionDetail; onClose: () => void }) {
  const { t } = useTranslation()
  const queryClient = useQueryClient()
  const { queryKey } = definitionQuery(definition.id)
  const leave = useLeaveRecord(queryKey)
  const [withHistory, setWithHistory] = useState(false)
  const { name, version, versions, counts } = definition
  const isNewest = versions[0]?.id === definition.id
  const before = isNewest ? versions[1] : undefined
  // What runs takes the whole history with it.
  const cascade = counts.running > 0 || (counts.ended > 0 && withHistory)
  const remove = useMutation({
    mutationFn: () =>
      call(api.definitions.delete, {
        params: { id: definition.id },
        query: { cascade: cascade ? 'true' : 'false' },
      }),
    onSuccess: () => showToast({ kind: 'success', title: t('definition.deleted'), text: name }),
    // It may be that instances were started meanwhile: the question is asked anew with their number.
    onError: () => queryClient.invalidateQueries({ queryKey }),
  })
  return (
    <ConfirmDialog
      isOpen
      title={t('definition.deleteTitle', { version, name })}
      action={t('definition.delete')}
      isDangerous
      typedName={definition.key}
      isPending={remove.isPending}
      error={remove.isError ? <ErrorBanner title={t('definition.deleteFailed')} error={remove.error} /> : null}
      onConfirm={() => remove.mutate(undefined, { onSuccess: () => void leave() })}
      onClose={onClose}
    >
      <p>
        {t('definition.deleteText')}{' '}
        {before === undefined ? null : t('definition.deleteNewest', { version: before.version })}
        {versions.length === 1 ? t('definition.deleteLast') : null}
      </p>
      {counts.running > 0 ? <p>{t('definition.deleteRunning', present(counts.running))}</p> : null}
      {counts.ended > 0 && cascade ? <p>{t('definition.deleteEnded', present(counts.ended))}</p> : null}
      {counts.ended > 0 && counts.running === 0 ? (
        <Checkbox
          label={t('definition.deleteHistory')}
          checked={withHistory}
          onChange={(event) => setWithHistory(event.currentTarget.checked)}
        />
      ) : null}
    </ConfirmDialog>
  )
}

function present(count: number) {
  return { count, number: `${count.toLocaleString('en')}${count >= listLimits.count ? '+' : ''}` }
}
