import { Button } from '@mantine/core'
import { api, type GlobalProperty } from '@millrace/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../../components/banner/error-banner.tsx'
import { ConfirmDialog } from '../../components/dialog/confirm-dialog.tsx'
import { useLeaveRecord } from '../../components/record/use-leave-record.ts'
import { showToast } from '../../components/toast/show-toast.tsx'
import { call } from '../../lib/api/call.ts'

interface Props {
  readonly property: GlobalProperty
  readonly queryKey: readonly unknown[]
}

/** The button that deletes a property. If designs use it, the user has to type its key. */
export function RemoveButton({ property: { id, key, uses }, queryKey }: Props) {
  const { t } = useTranslation()
  const [isAsked, setAsked] = useState(false)
  const leave = useLeaveRecord(queryKey)
  const remove = useMutation({
    mutationFn: () => call(api.globalProperties.remove, { params: { id } }),
    onSuccess: async () => {
      showToast({ kind: 'success', title: t('globalProperties.removed'), text: key })
      await leave()
    },
  })
  return (
    <>
      <Button size="xs" c="var(--app-red)" onClick={() => setAsked(true)}>
        {t('globalProperties.remove')}
      </Button>
      <ConfirmDialog
        isOpen={isAsked}
        title={t('globalProperties.removeTitle', { key })}
        action={t('globalProperties.remove')}
        isDangerous
        typedName={uses.length > 0 ? key : undefined}
        isPending={remove.isPending}
        error={remove.isError ? <ErrorBanner title={t('globalProperties.removeFailed')} error={remove.error} /> : null}
        onConfirm={() => remove.mutate()}
        onClose={() => {
          setAsked(false)
          remove.reset()
        }}
      >
        {t('globalProperties.removeText')}
        {uses.length === 0 ? null : ` ${t('globalProperties.removeUsed', { count: uses.length })}`}
      </ConfirmDialog>
    </>
  )
}
