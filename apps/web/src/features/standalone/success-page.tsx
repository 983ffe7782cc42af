import IconCircleCheck from 'icon:circle-check'
import IconFileOff from 'icon:file-off'
import { Button } from '@mantine/core'
import { type AnswerOf, api, formLinkLimits } from '@millrace/contract'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { QueryFailure } from '../../components/banner/query-failure.tsx'
import { SkeletonRows } from '../../components/delayed/skeleton-rows.tsx'
import { EmptyState } from '../../components/empty-state/empty-state.tsx'
import { LinkButton } from '../../components/link/link-button.tsx'
import { PageBody } from '../../components/page/page-body.tsx'
import { PageHeader } from '../../components/page/page-header.tsx'
import { paths } from '../../config/paths.ts'
import { hasCode } from '../../lib/api/api-error.ts'
import { callQuery } from '../../lib/api/call-query.ts'
import { presentDateTime } from '../../lib/dates.ts'
import { getTimeZone } from '../../lib/time-zone.ts'
import { useSearchState } from '../../lib/use-search-state.ts'
import classes from './success-page.module.css'

/** The page after a form was submitted on a separate page. It shows the receipt and the next step. */
export function Page() {
  const { t } = useTranslation()
  const [{ instance, task, next, receipt }] = useSearchState()
  const isSecure = (useParams({ strict: false }) as { external?: string }).external === 'secure'
  if (receipt !== undefined && !(isSecure && (task ?? instance) !== undefined)) return <Receipt receipt={receipt} />
  return (
    <>
      <PageHeader help={t('standalone.successHelp')} />
      <PageBody>
        {isSecure && task !== undefined ? (
          <DoneTask id={task} next={next ?? null} />
        ) : isSecure && instance !== undefined ? (
          <StartedInstance id={instance} />
        ) : (
          <Sent />
        )}
      </PageBody>
    </>
  )
}

/** For somebody without an account: the address of the page is the way to ask again. */
function Receipt({ receipt }: { receipt: string }) {
  const { t } = useTranslation()
  const asked = useQuery(callQuery(api.openForms.getReceipt, { params: { receipt } }))
  const { data, isError, error } = asked
  const isGone = hasCode(error, 'thing.not-found')
  return (
    <>
      {/* Of what nobody knows it is not said that it has arrived. */}
      <PageHeader {...(isGone ? { title: t('standalone.receiptTitle') } : { help: t('standalone.successHelp') })} />
      <PageBody>
        {isGone ? (
          <EmptyState
            icon={IconFileOff}
            title={t('standalone.receiptGone')}
            text={t('standalone.receiptGoneText', { count: formLinkLimits.receiptDays })}
          />
        ) : isError ? (
          <QueryFailure query={asked} title={t('standalone.receiptFailed')} />
        ) : data === undefined ? (
          <SkeletonRows count={3} height={40} />
        ) : (
          <SentByLink {...data} />
        )}
      </PageBody>
    </>
  )
}

function SentByLink({ reference, name, state, sentAt, thanks, onwards }: AnswerOf<typeof api.openForms.getReceipt>) {
  const { t } = useTranslation()
  const how = t(state === 'open' ? 'standalone.receiptOpen' : 'standalone.receiptEnded', {
    name,
    when: presentDateTime(sentAt),
  })
  return (
    <EmptyState
      icon={IconCircleCheck}
      title={t('standalone.sent')}
      text={
        <>
          {thanks === null ? null : <span className={classes.thanks}>{thanks}</span>}
          {`${t('standalone.receipt', { reference })} ${how}`}
        </>
      }
      actions={
        // Within the page of another site it is that site which goes on.
        onwards === null ? null : (
          <Button component="a" href={onwards} target="_top" rel="noreferrer">
            {t('standalone.goOn', { site: new URL(onwards).host })}
          </Button>
        )
      }
    />
  )
}

function StartedInstance({ id }: { id: string }) {
  const { t } = useTranslation()
  const asked = useQuery(callQuery(api.processes.instance, { params: { id } }))
  const { data, isError, error } = asked
  if (isError && !hasCode(error, 'thing.not-found')) return <QueryFailure query={asked} title={t('instance.failed')} />
  if (data === undefined && !isError) return <SkeletonRows count={3} height={40} />
  return (
    <Sent reference={data?.title ?? null}>
      {data === undefined ? null : <LinkButton to={paths.instance(id)}>{t('standalone.follow')}</LinkButton>}
    </Sent>
  )
}

function DoneTask({ id, next }: { id: string; next: string | null }) {
  const { t } = useTranslation()
  const asked = useQuery(callQuery(api.tasks.get, { params: { id }, query: { timeZone: getTimeZone() } }))
  const { data, isError, error } = asked
  if (isError && !hasCode(error, 'thing.not-found')) return <QueryFailure query={asked} title={t('task.failed')} />
  if (data === undefined && !isError) return <SkeletonRows count={3} height={40} />
  return (
    <Sent reference={data === undefined ? null : (data.title ?? data.name)}>
      {next === null ? null : (
        <LinkButton to={paths.secureTask(next)} variant="filled">
          {t('standalone.next')}
        </LinkButton>
      )}
      {data?.process ? (
        <LinkButton to={paths.instance(data.process.instanceId)}>{t('standalone.follow')}</LinkButton>
      ) : null}
    </Sent>
  )
}

function Sent({ reference = null, children }: { reference?: string | null; children?: ReactNode }) {
  const { t } = useTranslation()
  return (
    <EmptyState
      icon={IconCircleCheck}
      title={t('standalone.sent')}
      text={reference === null ? t('standalone.close') : t('standalone.reference', { reference })}
      actions={children}
    />
  )
}
