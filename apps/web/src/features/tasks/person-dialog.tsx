import { Button, Modal, Textarea } from '@mantine/core'
import type { TaskCandidate } from '@millrace/contract'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../../components/banner/error-banner.tsx'
import { AwayHint } from './away-hint.tsx'
import classes from './person-dialog.module.css'
import { PersonPicker } from './person-picker.tsx'
import { TaskGoneNotice } from './task-gone-notice.tsx'

interface Props {
  readonly isOpen: boolean
  /** The question. */
  readonly title: string
  readonly label: string
  /** Verb and object. */
  readonly action: string
  /** The title of the message when it fails. */
  readonly failed: string
  readonly help?: string
  readonly withGroups?: boolean
  /** Something can be said with it. */
  readonly withNote?: boolean
  readonly onSubmit: (chosen: TaskCandidate, note: string) => Promise<unknown>
  readonly onClose: () => void
}

/** A dialog that asks for a user or group, and applies an action to the choice. */
export function PersonDialog({ isOpen, title, onClose, ...props }: Props) {
  return (
    <Modal opened={isOpen} onClose={onClose} title={title} size={400}>
      <PersonForm {...props} onClose={onClose} />
    </Modal>
  )
}

export function PersonForm({
  label,
  action,
  failed,
  help,
  withGroups = false,
  withNote = false,
  onSubmit,
  onClose,
}: Omit<Props, 'isOpen' | 'title'>) {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState<TaskCandidate | null>(null)
  const [isMissing, setMissing] = useState(false)
  const [note, setNote] = useState('')
  const send = useMutation({ mutationFn: (one: TaskCandidate) => onSubmit(one, note.trim()) })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setMissing(chosen === null)
    // Not when it is closed before: it may be open again by then.
    if (chosen !== null) send.mutate(chosen, { onSuccess: onClose })
  }
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <TaskGoneNotice />
      {send.isError ? <ErrorBanner title={failed} error={send.error} /> : null}
      <PersonPicker
        label={label}
        withGroups={withGroups}
        error={isMissing ? t('openTasks.chooseOne') : null}
        onChoose={(next) => {
          setChosen(next)
          setMissing(false)
        }}
      />
      <AwayHint chosen={chosen} />
      {help === undefined ? null : <p className={classes.help}>{help}</p>}
      {withNote ? (
        <Textarea
          label={t('task.note')}
          description={t('task.noteHelp')}
          autosize
          minRows={2}
          maxLength={4_000}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
      ) : null}
      <div className={classes.buttons}>
        <Button onClick={onClose}>{t('common.cancel')}</Button>
        <Button type="submit" variant="filled" loading={send.isPending}>
          {action}
        </Button>
      </div>
    </form>
  )
}
