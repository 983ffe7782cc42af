import { Button, TextInput } from '@mantine/core'
import { api, type DefinitionDetail, definitionLimits } from '@millrace/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../../components/banner/error-banner.tsx'
import { ConfirmDialog } from '../../components/dialog/confirm-dialog.tsx'
import { showToast } from '../../components/toast/show-toast.tsx'
import { call } from '../../lib/api/call.ts'

/** The time to live of the history of ended instances, with a button to change it. */
export function TimeToLive({ definition }: { definition: DefinitionDetail }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const { timeToLive } = definition
  return (
    <>
      {timeToLive === null ? t('definition.keptForEver') : t('definition.days', { count: timeToLive })}{' '}
      <Button size="compact-xs" variant="subtle" onClick={() => setOpen(true)}>
        {t('definition.changeTimeToLive')}
      </Button>
      {isOpen ? <TimeToLiveDialog definition={definition} onClose={() => setOpen(false)} /> : null}
    </>
  )
}

function TimeToLiveDialog({ definition, onClose }: { definition: DefinitionDetail; onClose: () => void }) {
  const { t } = useTranslation()
  const [text, setText] = useState(definition.timeToLive === null ? '' : String(definition.timeToLive))
  const days = text.trim() === '' ? null : Number(text)
  const isWrong = days !== null && !(Number.isInteger(days) && days >= 0 && days <= definitionLimits.days)
  const save = useMutation({
    mutationFn: () => call(api.definitions.setTimeToLive, { params: { id: definition.id }, body: { days } }),
    onSuccess: () => {
      showToast({ kind: 'success', title: t('definition.timeToLiveSaved') })
      onClose()
    },
  })
  return (
    <ConfirmDialog
      isOpen
      title={t('definition.timeToLiveTitle')}
      action={t('definition.timeToLiveSave')}
      keep={t('definition.cancel')}
      isPending={save.isPending}
      error={save.isError ? <ErrorBanner title={t('definition.timeToLiveFailed')} error={save.error} /> : null}
      onConfirm={() => {
        if (!isWrong) save.mutate()
      }}
      onClose={onClose}
    >
      <TextInput
        label={t('definition.timeToLiveLabel')}
        description={t('definition.timeToLiveHelp')}
        inputMode="numeric"
        value={text}
        error={isWrong}
        onChange={(event) => setText(event.currentTarget.value)}
      />
    </ConfirmDialog>
  )
}
