import { Textarea } from '@mantine/core'
import { type IncidentGroupDetail, incidentGroupLimits } from '@millrace/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../banner/error-banner.tsx'
import { ConfirmDialog } from '../dialog/confirm-dialog.tsx'
import { useSaveGroup } from './use-save-group.ts'

/** A dialog that asks for the note to a cause of incidents. */
export function NoteDialog({ group, onClose }: { group: IncidentGroupDetail; onClose: () => void }) {
  const { t } = useTranslation()
  const [{ id, revision, note }] = useState(group)
  const [text, setText] = useState(note ?? '')
  const save = useSaveGroup({ id, revision }, { done: t('incidentGroup.noteSaved'), onDone: onClose })
  return (
    <ConfirmDialog
      isOpen
      title={t(note === null ? 'incidentGroup.addNote' : 'incidentGroup.editNote')}
      action={t('incidentGroup.saveNote')}
      keep={t('incidentGroup.cancel')}
      isPending={save.isPending}
      error={save.isError ? <ErrorBanner title={t('incidentGroup.changeFailed')} error={save.error} /> : null}
      onConfirm={() => save.mutate({ note: text.trim() || null })}
      onClose={onClose}
    >
      <Textarea
        label={t('incidentGroup.note')}
        description={t('incidentGroup.noteHelp')}
        autosize
        minRows={3}
        maxRows={10}
        maxLength={incidentGroupLimits.note}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
    </ConfirmDialog>
  )
}
