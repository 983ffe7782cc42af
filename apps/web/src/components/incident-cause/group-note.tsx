import { Button, Textarea } from '@mantine/core'
import { type IncidentGroupDetail, incidentGroupLimits } from '@millrace/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../banner/error-banner.tsx'
import { ConfirmDialog } from '../dialog/confirm-dialog.tsx'
import classes from './incident-cause.module.css'
import { useSaveGroup } from './use-save-group.ts'

/** What somebody wrote about a cause, and the way to change it. */
export function GroupNote({ group }: { group: IncidentGroupDetail }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      {group.note === null ? t('incidentGroup.noNote') : <span className={classes.note}>{group.note}</span>}
      <div>
        <Button size="compact-xs" variant="subtle" onClick={() => setOpen(true)}>
          {t(group.note === null ? 'incidentGroup.addNote' : 'incidentGroup.editNote')}
        </Button>
      </div>
      {isOpen ? <NoteDialog group={group} onClose={() => setOpen(false)} /> : null}
    </>
  )
}

function NoteDialog({ group, onClose }: { group: IncidentGroupDetail; onClose: () => void }) {
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
