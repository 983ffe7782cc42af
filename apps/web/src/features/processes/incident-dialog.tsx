import { Textarea } from '@mantine/core'
import { api, type Incident, longestIncidentNote } from '@millrace/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../../components/banner/error-banner.tsx'
import { DateInput } from '../../components/day-input/date-input.tsx'
import { ConfirmDialog } from '../../components/dialog/confirm-dialog.tsx'
import { showToast } from '../../components/toast/show-toast.tsx'
import { call } from '../../lib/api/call.ts'
import { toInstant } from '../../lib/local-time.ts'

/** The open dialog, with its incident at the time when it was opened. */
export interface OpenIncident {
  readonly kind: 'retry' | 'note'
  readonly incident: Incident
}

interface Props {
  readonly instanceId: string
  /** Null: no dialog is open. */
  readonly open: OpenIncident | null
  readonly onClose: () => void
}

/**
 * The dialog of an incident. It belongs outside the list of incidents: an incident can end while a user enters a text,
 * and the text must be kept.
 */
export function IncidentDialog({ instanceId, open, onClose }: Props) {
  if (open === null) return null
  const { kind, incident } = open
  if (kind === 'note') return <NoteDialog incident={incident} onClose={onClose} />
  return <RetryAtDialog instanceId={instanceId} incident={incident} onClose={onClose} />
}

interface DialogProps {
  readonly incident: Incident
  readonly onClose: () => void
}

function RetryAtDialog({ instanceId, incident, onClose }: DialogProps & { readonly instanceId: string }) {
  const { t } = useTranslation()
  const [at, setAt] = useState('')
  const [isTried, setTried] = useState(false)
  const retry = useMutation({
    mutationFn: (dueAt: string) =>
      call(api.processes.retryIncident, { params: { id: instanceId, incidentId: incident.id }, query: { dueAt } }),
    onSuccess: () => {
      showToast({ kind: 'success', title: t('operatedInstance.retryAtDone') })
      onClose()
    },
  })
  return (
    <ConfirmDialog
      isOpen
      title={t('operatedInstance.retryAtTitle', { name: nameOfIncident(incident) })}
      action={t('operatedInstance.retryAtAction')}
      keep={t('operatedInstance.cancel')}
      isPending={retry.isPending}
      error={retry.isError ? <ErrorBanner title={t('operatedInstance.retryAtFailed')} error={retry.error} /> : null}
      onConfirm={() => {
        setTried(true)
        const dueAt = toInstant(at)
        if (dueAt !== null && dueAt !== undefined) retry.mutate(dueAt)
      }}
      onClose={onClose}
    >
      <DateInput
        precision="minute"
        label={t('operatedInstance.retryAtLabel')}
        description={t('operatedInstance.retryAtHelp')}
        value={at}
        error={isTried && at === '' ? t('operatedInstance.retryAtEmpty') : undefined}
        onChange={setAt}
      />
    </ConfirmDialog>
  )
}

function NoteDialog({ incident, onClose }: DialogProps) {
  const { t } = useTranslation()
  const [text, setText] = useState(incident.note ?? '')
  const save = useMutation({
    mutationFn: () =>
      call(api.processes.annotateIncident, { params: { id: incident.id }, body: { note: text.trim() || null } }),
    onSuccess: () => {
      showToast({ kind: 'success', title: t('operatedInstance.noteSaved') })
      onClose()
    },
  })
  return (
    <ConfirmDialog
      isOpen
      title={t('operatedInstance.noteTitle')}
      action={t('operatedInstance.saveNote')}
      keep={t('operatedInstance.cancel')}
      isPending={save.isPending}
      error={save.isError ? <ErrorBanner title={t('operatedInstance.noteFailed')} error={save.error} /> : null}
      onConfirm={() => save.mutate()}
      onClose={onClose}
    >
      <Textarea
        label={t('operatedInstance.note')}
        description={t('operatedInstance.noteHelp')}
        autosize
        minRows={3}
        maxRows={10}
        maxLength={longestIncidentNote}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
    </ConfirmDialog>
  )
}

export function nameOfIncident({ elementName, elementId, type }: Incident): string {
  return elementName ?? elementId ?? type
}
