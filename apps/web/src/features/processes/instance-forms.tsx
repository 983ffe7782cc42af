import { Button } from '@mantine/core'
import { api, type SubmittedForm } from '@millrace/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { QueryFailure } from '../../components/banner/query-failure.tsx'
import { DateTime } from '../../components/dates/dates.tsx'
import { SkeletonRows } from '../../components/delayed/skeleton-rows.tsx'
import { FormSkeleton, LazyFormHost } from '../../components/form-host/lazy-form-host.tsx'
import { callQuery } from '../../lib/api/call-query.ts'
import { getTimeZone } from '../../lib/time-zone.ts'
import classes from './instance-data.module.css'
import { formsQuery } from './process-queries.ts'
import own from './user-instance.module.css'

interface Props {
  readonly instanceId: string
  /** Every form is open from the beginning, as on paper. */
  readonly areOpen?: boolean
}

/** The submitted forms of an instance. Each can be opened with its submitted values. */
export function InstanceForms({ instanceId, areOpen = false }: Props) {
  const { t } = useTranslation()
  const query = useQuery(formsQuery(instanceId))
  const { data } = query
  const failure = <QueryFailure query={query} title={t('instance.formsFailed')} isRegion className={classes.message} />
  if (data === undefined) return query.isError ? failure : <SkeletonRows count={3} height={36} />
  return (
    <>
      {failure}
      {data.items.length === 0 ? <p className={classes.message}>{t('instance.formsEmpty')}</p> : null}
      {data.isCapped ? (
        <p className={classes.message}>{t('instance.formsCapped', { count: data.items.length })}</p>
      ) : null}
      <ul className={own.list} aria-label={t('instance.forms')}>
        {data.items.map((form) => (
          <Sent key={form.id} instanceId={instanceId} form={form} isFirstOpen={areOpen && form.canOpen} />
        ))}
      </ul>
    </>
  )
}

function Sent({ instanceId, form, isFirstOpen }: { instanceId: string; form: SubmittedForm; isFirstOpen: boolean }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(isFirstOpen)
  const { name, by, at, canOpen } = form
  return (
    <li>
      <span className={own.main}>{name}</span>
      <span className={own.side}>{by === null ? null : t('instance.sentBy', { name: by.displayName })}</span>
      <DateTime at={at} />
      {canOpen ? (
        <Button
          size="xs"
          aria-expanded={isOpen}
          aria-label={t(isOpen ? 'instance.hideForm' : 'instance.showForm', { name })}
          onClick={() => setOpen(!isOpen)}
        >
          {t(isOpen ? 'instance.hide' : 'instance.show')}
        </Button>
      ) : (
        <span className={own.side}>{t('instance.notForYou')}</span>
      )}
      {isOpen ? <OpenedForm instanceId={instanceId} id={form.id} /> : null}
    </li>
  )
}

function OpenedForm({ instanceId, id }: { instanceId: string; id: string }) {
  const { t } = useTranslation()
  const query = useQuery(
    callQuery(api.processes.form, { params: { id: instanceId, formId: id }, query: { timeZone: getTimeZone() } }),
  )
  return (
    <div className={own.form}>
      <QueryFailure query={query} title={t('instance.formFailed')} isRegion />
      {query.data === undefined ? (
        query.isError ? null : (
          <FormSkeleton />
        )
      ) : (
        <LazyFormHost
          id={`form-${id}`}
          form={query.data.form}
          place={{ kind: 'task', id, subject: `${instanceId}.${id}` }}
          headingLevel={3}
          emptyText={t('instance.formWithout')}
          isReadOnly
          onUnkept={ignore}
        />
      )}
    </div>
  )
}

function ignore(): void {}
