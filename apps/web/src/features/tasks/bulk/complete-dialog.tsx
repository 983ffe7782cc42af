import { Button, Modal } from '@mantine/core'
import { api, type FormSubmission } from '@millrace/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../../../components/banner/error-banner.tsx'
import { SkeletonRows } from '../../../components/delayed/skeleton-rows.tsx'
import { LazyPlainForm } from '../../../components/form-host/lazy-form-host.tsx'
import { call } from '../../../lib/api/call.ts'
import { keyOf } from '../../../lib/api/call-query.ts'
import { getTimeZone } from '../../../lib/time-zone.ts'
import type { Tasks } from '../use-task-list.ts'
import classes from './bulk.module.css'
import { type Chosen, selectionOf } from './use-bulk-actions.ts'

interface Props {
  readonly tasks: Tasks
  readonly chosen: Chosen
  readonly isPending: boolean
  readonly onSubmit: (form: FormSubmission) => void
  readonly onClose: () => void
}

const formId = 'shared-form'

/** The dialog with one form for tasks of the same step. Values that the user changed are applied to each task. */
export function CompleteDialog({ tasks, chosen, isPending, onSubmit, onClose }: Props) {
  const { t } = useTranslation()
  const selection = selectionOf(tasks, chosen)
  const timeZone = getTimeZone()
  const { data, error, dataUpdatedAt } = useQuery({
    queryKey: keyOf(api.taskBulk.form, selection),
    queryFn: () => call(api.taskBulk.form, { body: { selection, timeZone } }),
    // What others do to the tasks meanwhile is no reason to take the form away.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const title = data === undefined ? t('taskBulk.complete') : t('taskBulk.completeTitle', data)
  return (
    <Modal opened onClose={onClose} title={title} size={720}>
      <div className={classes.content}>
        {error === null ? null : <ErrorBanner title={t('taskBulk.formFailed')} error={error} />}
        {data === undefined && error === null ? <SkeletonRows count={3} height={48} /> : null}
        {data === undefined ? null : (
          <>
            <p>{t('taskBulk.completeHelp')}</p>
            <LazyPlainForm
              id={formId}
              form={data.form}
              now={new Date(dataUpdatedAt).toISOString()}
              onSubmit={(values, action) => {
                const entered = Object.entries(values).filter(([key, value]) => isOther(value, data.form.values[key]))
                onSubmit({ values: Object.fromEntries(entered), action, hash: data.form.document.hash, timeZone })
              }}
            />
          </>
        )}
        <div className={classes.buttons}>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button type="submit" form={formId} variant="filled" disabled={data === undefined} loading={isPending}>
            {t('taskBulk.completeAction')}
          </Button>
        </div>
      </div>
    </Modal>
  )
}

function isOther(value: unknown, opened: unknown): boolean {
  return JSON.stringify(value ?? null) !== JSON.stringify(opened ?? null)
}
