import IconPlus from 'icon:plus'
import { Button, Modal, Textarea, TextInput } from '@mantine/core'
import { api, type TaskCandidate } from '@millrace/contract'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../../components/banner/error-banner.tsx'
import { showToast } from '../../components/toast/show-toast.tsx'
import { call } from '../../lib/api/call.ts'
import { toInstant } from '../../lib/local-time.ts'
import { usePageKeys } from '../../lib/use-page-keys.ts'
import classes from './person-dialog.module.css'
import { PersonPicker } from './person-picker.tsx'
import { noPlan, numbers, PlanFields, usePlan } from './plan-fields.tsx'
import { TaskGoneNotice } from './task-gone-notice.tsx'

interface Props {
  /** The task that it is to be a part of. */
  readonly parent?: { readonly id: string; readonly name: string }
  readonly isOpen: boolean
  readonly onClose: () => void
}

/** The button that creates a standalone task. */
export function NewTaskButton() {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  usePageKeys({ n: () => setOpen(true) })
  return (
    <>
      <Button size="xs" leftSection={<IconPlus size={15} stroke={1.6} />} onClick={() => setOpen(true)}>
        {t('task.new')}
      </Button>
      <NewTaskDialog isOpen={isOpen} onClose={() => setOpen(false)} />
    </>
  )
}

export function NewTaskDialog({ isOpen, onClose, parent }: Props) {
  const { t } = useTranslation()
  const title = parent === undefined ? t('task.new') : t('task.newPartTitle', { name: parent.name })
  return (
    <Modal opened={isOpen} onClose={onClose} title={title} size={560}>
      <NewTaskForm onClose={onClose} {...(parent !== undefined && { parent })} />
    </Modal>
  )
}

function NewTaskForm({ parent, onClose }: Omit<Props, 'isOpen'>) {
  const { t } = useTranslation()
  const [name, setName] = useState('')
  const [description, setDescription] = useState('')
  const [assignee, setAssignee] = useState<TaskCandidate | null>(null)
  const fields = usePlan(noPlan)
  const { due, followUp, level } = fields.plan
  const dueAt = toInstant(due)
  const followUpAt = toInstant(followUp)
  const [isMissing, setMissing] = useState(false)
  const send = useMutation({
    mutationFn: () =>
      call(api.tasks.create, {
        body: {
          name: name.trim(),
          description,
          assignee: assignee?.key ?? null,
          priority: numbers[level],
          dueAt: dueAt ?? null,
          followUpAt: followUpAt ?? null,
          parentTaskId: parent?.id ?? null,
        },
      }),
    onSuccess: () => {
      showToast({ kind: 'success', title: t('task.taskCreated'), text: name.trim() })
      onClose()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setMissing(name.trim() === '')
    if (name.trim() !== '' && dueAt !== undefined && followUpAt !== undefined) send.mutate()
  }
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      {parent === undefined ? null : <TaskGoneNotice />}
      {send.isError ? <ErrorBanner title={t('task.createFailed')} error={send.error} /> : null}
      <TextInput
        label={t('task.newName')}
        data-autofocus
        required
        maxLength={255}
        value={name}
        error={isMissing ? t('task.newNameMissing') : null}
        onChange={(event) => {
          setName(event.currentTarget.value)
          setMissing(false)
        }}
      />
      <Textarea
        label={t('task.newDescription')}
        autosize
        minRows={2}
        maxLength={4_000}
        value={description}
        onChange={(event) => setDescription(event.currentTarget.value)}
      />
      <PersonPicker label={t('task.newAssignee')} onChoose={setAssignee} isQuiet />
      <p className={classes.help}>{t('task.newAssigneeHelp')}</p>
      <PlanFields {...fields} />
      <div className={classes.buttons}>
        <Button onClick={onClose}>{t('common.cancel')}</Button>
        <Button type="submit" variant="filled" loading={send.isPending}>
          {t('task.create')}
        </Button>
      </div>
    </form>
  )
}
