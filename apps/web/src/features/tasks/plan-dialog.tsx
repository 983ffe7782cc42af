import { Button, Modal } from '@mantine/core'
import { api, getPriorityLevel, type TaskDetail } from '@millrace/contract'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../../components/banner/error-banner.tsx'
import { showToast } from '../../components/toast/show-toast.tsx'
import { call } from '../../lib/api/call.ts'
import { toInstant, toLocal } from '../../lib/local-time.ts'
import { describeTask } from './describe-task.ts'
import classes from './person-dialog.module.css'
import { numbers, type PlanField, PlanFields, usePlan } from './plan-fields.tsx'
import { TaskGoneNotice } from './task-gone-notice.tsx'

interface Props {
  readonly task: TaskDetail
  readonly isOpen: boolean
  /** The field that has the focus at first. */
  readonly first?: PlanField
  readonly onClose: () => void
}

/** The dialog for due date, follow-up date and priority of a task. */
export function PlanDialog({ task, isOpen, first = 'due', onClose }: Props) {
  const { t } = useTranslation()
  return (
    <Modal opened={isOpen} onClose={onClose} title={t('task.planTitle', { name: task.name })} size={400}>
      <PlanForm task={task} first={first} onClose={onClose} />
    </Modal>
  )
}

function PlanForm({ task, first, onClose }: Omit<Props, 'isOpen'>) {
  const { t } = useTranslation()
  // As the dialog showed it at first: fields that the user leaves alone keep what another user sets meanwhile.
  const [before] = useState({
    due: toLocal(task.dueAt),
    followUp: toLocal(task.followUpAt),
    level: getPriorityLevel(task.priority),
  })
  const fields = usePlan(before)
  const { due, followUp, level } = fields.plan
  // A time that the field cannot show, such as one after 9999, is kept unless users change it.
  const dueAt = due === before.due ? null : toInstant(due)
  const followUpAt = followUp === before.followUp ? null : toInstant(followUp)
  const save = useMutation({
    mutationFn: () =>
      call(api.tasks.plan, {
        params: { id: task.id },
        body: {
          ...(due !== before.due && { dueAt: dueAt ?? null }),
          ...(followUp !== before.followUp && { followUpAt: followUpAt ?? null }),
          ...(level !== before.level && { priority: numbers[level] }),
        },
      }),
    onSuccess: () => {
      showToast({ kind: 'success', title: t('task.planSaved'), text: describeTask(task), about: task.id })
      onClose()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (dueAt !== undefined && followUpAt !== undefined) save.mutate()
  }
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <TaskGoneNotice />
      {save.isError ? <ErrorBanner title={t('task.planFailed')} error={save.error} /> : null}
      <PlanFields {...fields} first={first} />
      <div className={classes.buttons}>
        <Button onClick={onClose}>{t('common.cancel')}</Button>
        <Button type="submit" variant="filled" loading={save.isPending}>
          {t('task.planSave')}
        </Button>
      </div>
    </form>
  )
}
