import IconRefresh from 'icon:refresh'
import { Button, Table } from '@mantine/core'
import { api, type GroupedIncident, type IncidentGroupDetail } from '@millrace/contract'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { Fragment, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { QueryFailure } from '../../components/banner/query-failure.tsx'
import { ShortTime } from '../../components/dates/dates.tsx'
import { SkeletonRows } from '../../components/delayed/skeleton-rows.tsx'
import { CompleteButton, Completing } from '../../components/incidents/complete-button.tsx'
import { Link } from '../../components/link/link.tsx'
import { ScrollRegion } from '../../components/scroll-region/scroll-region.tsx'
import { PlainTable } from '../../components/table/plain-table.tsx'
import { showToast } from '../../components/toast/show-toast.tsx'
import { paths } from '../../config/paths.ts'
import { call } from '../../lib/api/call.ts'
import { keyOf } from '../../lib/api/call-query.ts'
import { describeError } from '../../lib/api/describe-error.ts'
import { describeModelFault } from '../../lib/api/describe-fault.ts'
import { polled } from '../../lib/api/polled.ts'
import { quietly } from '../../lib/api/quietly.ts'
import { touch } from '../../lib/api/touch.ts'
import { fetchMore } from '../../lib/queries/fetch-more.ts'
import { refetchFewPages } from '../../lib/queries/refetch-few-pages.ts'
import classes from './incident-groups.module.css'

/** The open incidents of a cause, the newest first, each with its instance, message and stack trace. */
export function GroupIncidents({ group: { id, message } }: { group: IncidentGroupDetail }) {
  const { t } = useTranslation()
  const headingId = useId()
  const query = useInfiniteQuery({
    queryKey: keyOf(api.incidentGroups.incidents, id),
    queryFn: ({ pageParam, signal, ...asked }) =>
      polled(asked, () =>
        call(api.incidentGroups.incidents, {
          params: { id },
          query: pageParam === null ? {} : { after: pageParam },
          signal,
        }),
      ),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    // As the cause above it, which counts them.
    refetchInterval: refetchFewPages(15_000),
  })
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = query
  const items = data?.pages.flatMap((page) => page.items) ?? []
  return (
    <section className={classes.section} aria-labelledby={headingId}>
      <h2 id={headingId}>{t('incidentGroup.incidents')}</h2>
      <QueryFailure query={query} title={t('incidentGroup.incidentsFailed')} isRegion />
      {data === undefined && !query.isError ? <SkeletonRows count={5} height={34} /> : null}
      {data !== undefined && items.length === 0 ? <p>{t('incidentGroup.noIncidents')}</p> : null}
      <Completing>{items.length === 0 ? null : <IncidentTable items={items} common={message} />}</Completing>
      {hasNextPage ? (
        <Button mt={12} loading={isFetchingNextPage} onClick={() => void fetchMore({ data, fetchNextPage })}>
          {t('incidentGroup.more')}
        </Button>
      ) : null}
    </section>
  )
}

/** @param common the message of the cause: it is said once, above. */
function IncidentTable({ items, common }: { items: readonly GroupedIncident[]; common: string }) {
  const { t } = useTranslation()
  const [open, setOpen] = useState<string | null>(null)
  return (
    <ScrollRegion className={classes.frame} label={t('incidentGroup.incidents')}>
      <PlainTable className={classes.table} aria-label={t('incidentGroup.incidents')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t('incidentGroup.instance')}</Table.Th>
            <Table.Th scope="col" ta="end" pe={24} className={classes.wide}>
              {t('incidentGroup.version')}
            </Table.Th>
            <Table.Th scope="col">{t('incidentGroup.at')}</Table.Th>
            <Table.Td />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {items.map((incident) => (
            <Fragment key={incident.id}>
              <Table.Tr>
                <Table.Td>
                  {incident.instance === null ? (
                    t('incidentGroup.ofDefinition')
                  ) : (
                    <Link to={paths.engineInstance(incident.instance.id, 'incidents')}>{incident.instance.title}</Link>
                  )}
                  {incident.message === common ? null : (
                    <div className={classes.own}>{describeModelFault(incident.message)}</div>
                  )}
                </Table.Td>
                <Table.Td ta="end" pe={24} className={`tn ${classes.wide}`}>
                  {incident.version}
                </Table.Td>
                <Table.Td>
                  <ShortTime at={incident.at} />
                </Table.Td>
                <Table.Td>
                  <div className={classes.end}>
                    {incident.detail === null ? null : (
                      <Button
                        size="xs"
                        variant="subtle"
                        aria-expanded={open === incident.id}
                        onClick={() => setOpen(open === incident.id ? null : incident.id)}
                      >
                        {t(open === incident.id ? 'incidentGroup.hideDetail' : 'incidentGroup.showDetail')}
                      </Button>
                    )}
                    {incident.canComplete ? (
                      <CompleteButton incidentId={incident.id} idempotencyKey={incident.idempotencyKey} />
                    ) : null}
                    {incident.canRetry ? <RetryButton incident={incident} /> : null}
                  </div>
                </Table.Td>
              </Table.Tr>
              {open === incident.id ? (
                <Table.Tr>
                  <Table.Td colSpan={4}>
                    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it */}
                    <pre className={`mono ${classes.detail}`} tabIndex={0}>
                      {incident.detail}
                    </pre>
                  </Table.Td>
                </Table.Tr>
              ) : null}
            </Fragment>
          ))}
        </Table.Tbody>
      </PlainTable>
    </ScrollRegion>
  )
}

/** Milliseconds after which the incidents are asked for again: the other try is made by a worker, in its own time. */
const looks = [1_500, 4_000, 10_000] as const

function RetryButton({ incident: { id, instance } }: { incident: GroupedIncident }) {
  const { t } = useTranslation()
  const retry = useMutation({
    mutationFn: () => call(api.incidentGroups.retry, { params: { id } }),
    onSuccess: () => showToast({ kind: 'success', title: t('incidentGroup.retried'), text: instance?.title ?? '' }),
    onError: (error) =>
      showToast({ kind: 'error', title: t('incidentGroup.retryFailed'), text: describeError(error).message }),
    onSettled: () => {
      for (const delay of looks) setTimeout(() => quietly(() => touch(api.incidentGroups.retry)), delay)
    },
  })
  return (
    <Button
      size="xs"
      leftSection={<IconRefresh size={15} stroke={1.6} />}
      aria-label={t('incidentGroup.retryOf', { name: instance?.title ?? t('incidentGroup.ofDefinition') })}
      loading={retry.isPending}
      onClick={() => retry.mutate()}
    >
      {t('incidentGroup.retry')}
    </Button>
  )
}
