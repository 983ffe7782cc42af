import IconCalendarTime from 'icon:calendar-time'
import IconDots from 'icon:dots'
import IconPencil from 'icon:pencil'
import { ActionIcon, Menu, Textarea, TextInput } from '@mantine/core'
import { api, type Incident, longestIncidentNote } from '@millrace/contract'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../../components/banner/error-banner.tsx'
import { ConfirmDialog } from '../../components/dialog/confirm-dialog.tsx'
import { showToast } from '../../components/toast/show-toast.tsx'
import { call } from '../../lib/api/call.ts'
import { toInstant } from '../../lib/local-time.ts'

interface Props {
  readonly instanceId: string
  readonly incident: Incident
}

/** What an operator does about an incident beside retrying it at once. */
export function IncidentMenu({ instanceId, incident }: Props) {
  const { t } = useTranslation()
  const [open, setOpen] = useState<'retry' | 'note' | null>(null)
  const { canRetry, jobId, note } = incident
  const close = () => setOpen(null)
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon size="sm" aria-label={t('operatedInstance.incidentActions', { name: nameOf(incident) })}>
            <IconDots size={16} stroke={1.6} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {canRetry && jobId !== null ? (
            <Menu.Item leftSection={<IconCalendarTime size={15} stroke={1.6} />} onClick={() => setOpen('retry')}>
              {t('operatedInstance.retryAt')}
            </Menu.Item>
          ) : null}
          <Menu.Item leftSection={<IconPencil size={15} stroke={1.6} />} onClick={() => setOpen('note')}>
            {t(note === null ? 'operatedInstance.addNote' : 'operatedInstance.editNote')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {open === 'retry' ? <RetryAtDialog instanceId={instanceId} incident={incident} onClose={close} /> : null}
      {open === 'note' ? <NoteDialog incident={incident} onClose={close} /> : null}
    </>
  )
}

function RetryAtDialog({ instanceId, incident, onClose }: Props & { readonly onClose: () => void }) {
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
      title={t('operatedInstance.retryAtTitle', { name: nameOf(incident) })}
      action={t('operatedInstance.retryAtAction')}
      keep={t('operatedInstance.cancel')}
      isPending={retry.isPending}
      error={retry.isError ? <ErrorBanner title={t('operatedInstance.retryAtFailed')} error={retry.error} /> : null}
      onConfirm={() => {
        setTried(true)
        const dueAt = toInstant(at)
        if (dueAt !== null) retry.mutate(dueAt)
      }}
      onClose={onClose}
    >
      <TextInput
        type="datetime-local"
        label={t('operatedInstance.retryAtLabel')}
        description={t('operatedInstance.retryAtHelp')}
        value={at}
        error={isTried && at === '' ? t('operatedInstance.retryAtEmpty') : undefined}
        onChange={(event) => setAt(event.currentTarget.value)}
      />
    </ConfirmDialog>
  )
}

function NoteDialog({ incident, onClose }: { readonly incident: Incident; readonly onClose: () => void }) {
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

function nameOf({ elementName, elementId, type }: Incident): string {
  return elementName ?? elementId ?? type
}
