import { Button, Modal, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { readDay } from '../../../components/list/moments.ts'
import classes from './bulk.module.css'

interface Props {
  /** Null: nothing is asked for. */
  readonly kind: 'due' | 'followUp' | null
  readonly isPending: boolean
  readonly onSubmit: (at: string | null) => void
  readonly onClose: () => void
}

/** The dialog that asks for a date and time for tasks, or removes it. */
export function DateDialog({ kind, isPending, onSubmit, onClose }: Props) {
  const { t } = useTranslation()
  const [day, setDay] = useState('')
  const [time, setTime] = useState('17:00')
  const [isTried, setTried] = useState(false)
  const isoDay = readDay(day)
  const isTime = /^([01]\d|2[0-3]):[0-5]\d$/.test(time)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (isoDay !== null && isTime) onSubmit(new Date(`${isoDay}T${time}:00`).toISOString())
  }
  const title = kind === 'followUp' ? t('taskBulk.followUpTitle') : t('taskBulk.dueTitle')
  return (
    <Modal opened={kind !== null} onClose={onClose} title={title} size={400}>
      <form className={classes.content} onSubmit={submit} noValidate>
        <div className={classes.pair}>
          <TextInput
            label={t('taskBulk.day')}
            data-autofocus
            value={day}
            error={isTried && isoDay === null ? t('taskBulk.invalidDay') : null}
            onChange={(event) => setDay(event.currentTarget.value)}
          />
          <TextInput
            label={t('taskBulk.time')}
            value={time}
            error={isTried && !isTime ? t('taskBulk.invalidTime') : null}
            onChange={(event) => setTime(event.currentTarget.value)}
          />
        </div>
        <div className={classes.buttons}>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button loading={isPending} onClick={() => onSubmit(null)}>
            {t('taskBulk.noDate')}
          </Button>
          <Button type="submit" variant="filled" loading={isPending}>
            {t('taskBulk.dateAction')}
          </Button>
        </div>
      </form>
    </Modal>
  )
}
