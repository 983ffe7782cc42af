import { Button, Select } from '@mantine/core'
import { api, type DefinitionDetail, type HistoryLevel, historyLevels } from '@millrace/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../../components/banner/error-banner.tsx'
import { ConfirmDialog } from '../../components/dialog/confirm-dialog.tsx'
import { showToast } from '../../components/toast/show-toast.tsx'
import { call } from '../../lib/api/call.ts'

/** The history level of this version, with a button to change it. */
export function HistoryLevelFact({ definition }: { definition: DefinitionDetail }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      {t(`historyLevel.${definition.historyLevel}`)}{' '}
      <Button size="compact-xs" variant="subtle" onClick={() => setOpen(true)}>
        {t('definition.changeHistoryLevel')}
      </Button>
      {isOpen ? <LevelDialog definition={definition} onClose={() => setOpen(false)} /> : null}
    </>
  )
}

function LevelDialog({ definition, onClose }: { definition: DefinitionDetail; onClose: () => void }) {
  const { t } = useTranslation()
  const [level, setLevel] = useState<HistoryLevel>(definition.historyLevel)
  const save = useMutation({
    mutationFn: () => call(api.definitions.setHistoryLevel, { params: { id: definition.id }, body: { level } }),
    onSuccess: () => {
      showToast({ kind: 'success', title: t('definition.historyLevelSaved') })
      onClose()
    },
  })
  return (
    <ConfirmDialog
      isOpen
      title={t('definition.historyLevelTitle', { version: definition.version })}
      action={t('definition.historyLevelSave')}
      keep={t('definition.cancel')}
      isPending={save.isPending}
      error={save.isError ? <ErrorBanner title={t('definition.historyLevelFailed')} error={save.error} /> : null}
      onConfirm={() => save.mutate()}
      onClose={onClose}
    >
      <Select
        label={t('definition.historyLevelLabel')}
        description={t('definition.historyLevelHelp')}
        data={historyLevels.map((value) => ({ value, label: t(`historyLevel.${value}`) }))}
        value={level}
        allowDeselect={false}
        onChange={(value) => setLevel(historyLevels.find((one) => one === value) ?? level)}
      />
    </ConfirmDialog>
  )
}
