import { Button, Modal, Table } from '@mantine/core'
import { api, type InstanceVariable, type PastValue } from '@millrace/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { QueryFailure } from '../../components/banner/query-failure.tsx'
import { DateTime } from '../../components/dates/dates.tsx'
import { SkeletonRows } from '../../components/delayed/skeleton-rows.tsx'
import { ScrollRegion } from '../../components/scroll-region/scroll-region.tsx'
import { PlainTable } from '../../components/table/plain-table.tsx'
import { call } from '../../lib/api/call.ts'
import { keyOf } from '../../lib/api/call-query.ts'
import { presentDateTime, presentDay } from '../../lib/dates.ts'
import { presentSize } from '../../lib/present-size.ts'
import { fetchMore } from '../../lib/queries/fetch-more.ts'
import { DownloadButton } from './download-button.tsx'
import classes from './instance-data.module.css'

interface Props {
  readonly instanceId: string
  /** Null: nothing is shown. */
  readonly variable: InstanceVariable | null
  readonly onClose: () => void
}

/** The earlier values of a variable, the newest first, with the step that wrote each. */
export function VariableHistory({ instanceId, variable, onClose }: Props) {
  const { t } = useTranslation()
  return (
    <Modal
      opened={variable !== null}
      onClose={onClose}
      title={variable === null ? '' : t('operatedInstance.historyTitle', { name: variable.name })}
      size={720}
    >
      {variable === null ? null : <PastValues instanceId={instanceId} variableId={variable.id} />}
    </Modal>
  )
}

function PastValues({ instanceId, variableId }: { readonly instanceId: string; readonly variableId: string }) {
  const { t } = useTranslation()
  const query = useInfiniteQuery({
    queryKey: keyOf(api.processes.variableHistory, instanceId, variableId),
    queryFn: ({ pageParam, signal }) =>
      call(api.processes.variableHistory, {
        params: { id: instanceId, variableId },
        query: pageParam === null ? {} : { after: pageParam },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  })
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = query
  const items = data?.pages.flatMap((page) => page.items) ?? []
  return (
    <>
      <QueryFailure query={query} title={t('operatedInstance.historyFailed')} isRegion />
      {data === undefined && !query.isError ? <SkeletonRows count={4} height={28} /> : null}
      {items.length === 0 ? null : <ValueTable items={items} instanceId={instanceId} variableId={variableId} />}
      {hasNextPage ? (
        <Button mt={12} loading={isFetchingNextPage} onClick={() => void fetchMore({ data, fetchNextPage })}>
          {t('operatedInstance.historyMore')}
        </Button>
      ) : null}
    </>
  )
}

interface ValueTableProps {
  readonly items: readonly PastValue[]
  readonly instanceId: string
  readonly variableId: string
}

function ValueTable({ items, instanceId, variableId }: ValueTableProps) {
  const { t } = useTranslation()
  return (
    <ScrollRegion className={classes.scroll} label={t('instance.variableValue')}>
      <PlainTable aria-label={t('instance.variableValue')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t('operatedInstance.historyAt')}</Table.Th>
            <Table.Th scope="col">{t('instance.variableType')}</Table.Th>
            <Table.Th scope="col">{t('instance.variableValue')}</Table.Th>
            <Table.Th scope="col">{t('operatedInstance.historyStep')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {items.map((value) => (
            <Table.Tr key={value.id}>
              <Table.Td>
                <DateTime at={value.at} />
              </Table.Td>
              <Table.Td>{value.type}</Table.Td>
              <Table.Td>
                {value.file === null ? (
                  <Value value={value} />
                ) : (
                  <PastFile file={value.file} at={value.at} params={{ id: instanceId, variableId }} value={value.id} />
                )}
              </Table.Td>
              <Table.Td>{value.elementName ?? t('operatedInstance.historyOutside')}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </PlainTable>
    </ScrollRegion>
  )
}

function Value({ value: { isRemoved, type, text, isCut, day } }: { readonly value: PastValue }) {
  const { t } = useTranslation()
  if (isRemoved) return <span className={classes.quiet}>{t('operatedInstance.historyRemoved')}</span>
  if (text === null)
    return (
      <span className={classes.quiet}>
        {t(type === 'File' || type === 'Bytes' ? 'instance.noText' : 'instance.nullValue')}
      </span>
    )
  return (
    <>
      <div className={`mono ${classes.pastValue}`}>
        {day !== null ? presentDay(day) : type === 'Date' ? presentDateTime(text) : text}
      </div>
      {isCut ? <div className={classes.quiet}>{t('operatedInstance.historyCut')}</div> : null}
    </>
  )
}

interface PastFileProps {
  readonly file: NonNullable<PastValue['file']>
  readonly at: string
  readonly params: { readonly id: string; readonly variableId: string }
  /** The id of the earlier value. */
  readonly value: string
}

/** A file that the variable had, with a button to download it. */
function PastFile({ file: { name, type, size }, at, params, value }: PastFileProps) {
  const { t } = useTranslation()
  return (
    <span className={classes.pastFile} title={type ?? undefined}>
      {name} <span className={classes.quiet}>{presentSize(size)}</span>
      <DownloadButton
        label={t('operatedInstance.downloadPast', { name, when: presentDateTime(at) })}
        failed={t('operatedInstance.downloadPastFailed', { name })}
        load={() => call(api.processes.variableContent, { params, query: { value } })}
      />
    </span>
  )
}
