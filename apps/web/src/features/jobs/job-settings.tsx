import { Button, TextInput } from '@mantine/core'
import { api, type JobDetail } from '@millrace/contract'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../../components/banner/error-banner.tsx'
import { DateInput } from '../../components/day-input/date-input.tsx'
import { showToast } from '../../components/toast/show-toast.tsx'
import { call } from '../../lib/api/call.ts'
import { toInstant, toLocal } from '../../lib/local-time.ts'
import classes from './job.module.css'

/**
 * The fields for due date, retries and priority of a job. Each is saved separately, because the others may change
 * meanwhile.
 */
export function JobSettings({ job }: { job: JobDetail }) {
  const { t } = useTranslation()
  const params = { id: job.id }
  return (
    <>
      <Setting
        label={t('jobs.due')}
        help={t('jobs.dueHelp')}
        action={t('jobs.setDue')}
        isTime
        now={toLocal(job.dueAt)}
        save={(text) => call(api.jobs.setDue, { params, body: { dueAt: toInstant(text) ?? null } })}
      />
      {job.isTimer && job.kind === 'timer' ? <ResetTimer job={job} /> : null}
      <Setting
        label={t('jobs.retries')}
        help={t('jobs.retriesHelp')}
        action={t('jobs.setRetries')}
        fits={/^\d{1,3}$/}
        now={String(job.retries)}
        save={(text) => call(api.jobs.setRetries, { params, body: { retries: Number(text) } })}
      />
      <Setting
        label={t('jobs.priority')}
        help={t('jobs.priorityHelp')}
        action={t('jobs.setPriority')}
        fits={/^-?\d{1,9}$/}
        now={String(job.priority)}
        save={(text) => call(api.jobs.setPriority, { params, body: { priority: Number(text) } })}
      />
    </>
  )
}

interface SettingProps {
  readonly label: string
  readonly help: string
  readonly action: string
  /** Whether the entry is a day with a time. */
  readonly isTime?: boolean
  /** The pattern of valid entries; missing: any text. */
  readonly fits?: RegExp
  /** As the field shows it. */
  readonly now: string
  readonly save: (text: string) => Promise<unknown>
}

function Setting({ label, help, action, isTime = false, fits, now, save }: SettingProps) {
  const { t } = useTranslation()
  // What is typed stays while the job is read again; what is not touched follows it.
  const [typed, setTyped] = useState<string | null>(null)
  const text = typed ?? now
  const fault = typed !== null && fits !== undefined && !fits.test(text) ? t('jobs.wholeNumber') : undefined
  const change = useMutation({
    mutationFn: () => save(text),
    onSuccess: () => {
      setTyped(null)
      showToast({ kind: 'success', title: t('jobs.saved') })
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (typed !== null && fault === undefined && (!isTime || toInstant(text) !== undefined)) change.mutate()
  }
  const field = { className: classes.input, label, description: help, value: text }
  return (
    <form onSubmit={submit} noValidate>
      {change.isError ? <ErrorBanner title={t('jobs.saveFailed')} error={change.error} /> : null}
      <div className={classes.field}>
        {isTime ? (
          <DateInput {...field} precision="minute" onChange={setTyped} />
        ) : (
          <TextInput
            {...field}
            inputMode="numeric"
            error={fault}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        )}
        <Button
          type="submit"
          className={classes.set}
          disabled={typed === null || typed === now}
          loading={change.isPending}
        >
          {action}
        </Button>
      </div>
    </form>
  )
}

function ResetTimer({ job: { id } }: { job: JobDetail }) {
  const { t } = useTranslation()
  const reset = useMutation({
    mutationFn: () => call(api.jobs.resetTimer, { params: { id }, body: { isFromCreation: true } }),
    onSuccess: () => showToast({ kind: 'success', title: t('jobs.saved'), about: id }),
  })
  return (
    <div className={classes.field}>
      {reset.isError ? <ErrorBanner title={t('jobs.saveFailed')} error={reset.error} /> : null}
      <Button loading={reset.isPending} onClick={() => reset.mutate()}>
        {t('jobs.resetTimer')}
      </Button>
    </div>
  )
}
