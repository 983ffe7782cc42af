import IconDownload from 'icon:download'
import { Button, Checkbox, Table } from '@mantine/core'
import { api, type BatchDetail, type BatchItem } from '@millrace/contract'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../config/paths.ts'
import { call } from '../../lib/api/call.ts'
import { keyOf } from '../../lib/api/call-query.ts'
import { polled } from '../../lib/api/polled.ts'
import { fetchMore } from '../../lib/queries/fetch-more.ts'
import { refetchFewPages } from '../../lib/queries/refetch-few-pages.ts'
import { ErrorBanner } from '../banner/error-banner.tsx'
import { QueryFailure } from '../banner/query-failure.tsx'
import { Link } from '../link/link.tsx'
import { ScrollRegion } from '../scroll-region/scroll-region.tsx'
import { PlainTable } from '../table/plain-table.tsx'
import classes from './batch-items.module.css'
import { describeItem } from './describe-item.ts'
import { useResultsFile } from './use-results-file.ts'

interface Props {
  readonly batch: Pick<BatchDetail, 'id' | 'done' | 'failed'> & { readonly state: string }
  /** A class of the frame around the table. */
  readonly frameClassName?: string | undefined
}

/** The items of a batch: the result of each one, and the current state of its instance. */
export function BatchItems({ batch: { id, state, done, failed }, frameClassName }: Props) {
  const { t } = useTranslation()
  const [onlyFailed, setOnlyFailed] = useState(failed > 0)
  const filter = onlyFailed ? 'true' : 'false'
  const query = useInfiniteQuery({
    queryKey: keyOf(api.batches.items, id, filter),
    queryFn: ({ pageParam, signal, ...asked }) =>
      polled(asked, () =>
        call(api.batches.items, { params: { id }, query: { after: pageParam, failed: filter }, signal }),
      ),
    initialPageParam: 0,
    getNextPageParam: ({ items, isMore }) => (isMore ? items.at(-1)?.position : undefined),
    placeholderData: (before) => before,
    // The batch may have progressed since.
    staleTime: 0,
    // Instances of an ended batch change, too.
    refetchInterval: refetchFewPages(15_000),
  })
  useRefetch(query, `${state} ${done} ${failed}`)
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = query
  const items = data?.pages.flatMap((page) => page.items) ?? []
  const save = useResultsFile()
  const download = useMutation({ mutationFn: () => save(id, filter) })
  return (
    <>
      <div className={classes.tools}>
        <Checkbox
          label={t('batch.onlyFailed')}
          checked={onlyFailed}
          onChange={(event) => setOnlyFailed(event.currentTarget.checked)}
        />
        <Button
          size="xs"
          leftSection={<IconDownload size={15} stroke={1.6} />}
          loading={download.isPending}
          onClick={() => download.mutate()}
        >
          {t('batch.download')}
        </Button>
      </div>
      {download.isError ? <ErrorBanner title={t('batch.downloadFailed')} error={download.error} /> : null}
      <QueryFailure query={query} title={t('batch.itemsFailed')} isRegion />
      {data !== undefined && items.length === 0 ? <p>{t('batch.noItems')}</p> : null}
      {items.length === 0 ? null : <ItemTable items={items} className={frameClassName} />}
      {hasNextPage ? (
        <Button mt={8} size="xs" loading={isFetchingNextPage} onClick={() => void fetchMore({ data, fetchNextPage })}>
          {t('batch.more')}
        </Button>
      ) : null}
    </>
  )
}

/**
 * Refetches a query when the progress of its batch has changed. A running request is not interrupted: otherwise, frequent
 * changes would prevent every answer. Its result may be outdated, so another request follows it.
 */
function useRefetch(
  { isFetching, refetch }: { readonly isFetching: boolean; readonly refetch: () => Promise<unknown> },
  progress: string,
): void {
  const fetched = useRef(progress)
  useEffect(() => {
    if (isFetching || fetched.current === progress) return
    fetched.current = progress
    void refetch()
  }, [isFetching, refetch, progress])
}

interface TableProps {
  readonly items: readonly BatchItem[]
  readonly className: string | undefined
}

function ItemTable({ items, className }: TableProps) {
  const { t } = useTranslation()
  const hasNow = items.some(({ now }) => now !== null)
  return (
    <ScrollRegion className={[classes.frame, className].join(' ')} label={t('batch.results')}>
      <PlainTable className={classes.table} aria-label={t('batch.results')} isStacked>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t('batch.item')}</Table.Th>
            <Table.Th scope="col">{t('batch.result')}</Table.Th>
            {hasNow ? <Table.Th scope="col">{t('batch.now')}</Table.Th> : null}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {items.map((item) => (
            <Table.Tr key={item.position}>
              <Table.Td>
                <Item item={item} />
              </Table.Td>
              <Table.Td className={classes.message} data-label={t('batch.result')}>
                <Result item={item} />
              </Table.Td>
              {hasNow ? <Table.Td data-label={t('batch.now')}>{describeItem(item).now}</Table.Td> : null}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </PlainTable>
    </ScrollRegion>
  )
}

function Item({ item: { subject, subjectId, name, now } }: { item: BatchItem }) {
  if (subject === 'instance' && now !== null) return <Link to={paths.engineInstance(subjectId)}>{name}</Link>
  if (subject === 'batch') return <Link to={paths.batch(subjectId)}>{name}</Link>
  return <>{name}</>
}

function Result({ item }: { item: BatchItem }) {
  const { state, refusal } = describeItem(item)
  return <>{refusal ?? state}</>
}
