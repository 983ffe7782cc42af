import { Button, Modal, Select, TextInput } from '@mantine/core'
import { api, getPriorityLevel, type PriorityLevel, type TaskDetail } from '@millrace/contract'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../../components/banner/error-banner.tsx'
import { showToast } from '../../components/toast/show-toast.tsx'
import { call } from '../../lib/api/call.ts'
import { describeTask } from './describe-task.ts'
import classes from './person-dialog.module.css'

interface Props {
  readonly task: TaskDetail
  readonly isOpen: boolean
  /** Where it begins. */
  readonly first?: PlanField
  readonly onClose: () => void
}

export type PlanField = 'due' | 'followUp' | 'priority'

/** The number that each level is written as: what models have that say nothing is normal. */
export const numbers = { urgent: 95, high: 75, normal: 50, low: 25 } as const satisfies Record<PriorityLevel, number>
export const levels = Object.keys(numbers) as PriorityLevel[]

/** Says by when a task is to be done, when to look at it again, and how urgent it is. */
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
  const before = {
    due: toLocal(task.dueAt),
    followUp: toLocal(task.followUpAt),
    level: getPriorityLevel(task.priority),
  }
  const [due, setDue] = useState(before.due)
  const [followUp, setFollowUp] = useState(before.followUp)
  const [level, setLevel] = useState<PriorityLevel>(before.level)
  const save = useMutation({
    // What was not touched stays as somebody else may have set it meanwhile.
    mutationFn: () =>
      call(api.tasks.plan, {
        params: { id: task.id },
        body: {
          ...(due !== before.due && { dueAt: toInstant(due) }),
          ...(followUp !== before.followUp && { followUpAt: toInstant(followUp) }),
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
    save.mutate()
  }
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      {save.isError ? <ErrorBanner title={t('task.planFailed')} error={save.error} /> : null}
      <TextInput
        type="datetime-local"
        label={t('task.planDue')}
        data-autofocus={first === 'due' || undefined}
        value={due}
        onChange={(event) => setDue(event.currentTarget.value)}
      />
      <TextInput
        type="datetime-local"
        label={t('task.planFollowUp')}
        data-autofocus={first === 'followUp' || undefined}
        value={followUp}
        onChange={(event) => setFollowUp(event.currentTarget.value)}
      />
      <Select
        label={t('task.planPriority')}
        data-autofocus={first === 'priority' || undefined}
        data={levels.map((value) => ({ value, label: t(`priority.${value}`) }))}
        value={level}
        allowDeselect={false}
        onChange={(value) => setLevel(levels.find((one) => one === value) ?? level)}
      />
      <div className={classes.buttons}>
        <Button onClick={onClose}>{t('common.cancel')}</Button>
        <Button type="submit" variant="filled" loading={save.isPending}>
          {t('task.planSave')}
        </Button>
      </div>
    </form>
  )
}

/** A point in time as the field shows it, in the user's own time; nothing for none. */
function toLocal(instant: string | null): string {
  if (instant === null) return ''
  const at = new Date(instant)
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

export function toInstant(local: string): string | null {
  return local === '' ? null : new Date(local).toISOString()
}
