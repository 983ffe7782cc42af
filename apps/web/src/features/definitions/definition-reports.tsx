import { NativeSelect, SegmentedControl, Table } from '@mantine/core'
import { api, type DefinitionDetail, reportUnits } from '@millrace/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { QueryFailure } from '../../components/banner/query-failure.tsx'
import { DayInput } from '../../components/day-input/day-input.tsx'
import { SkeletonRows } from '../../components/delayed/skeleton-rows.tsx'
import { ScrollRegion } from '../../components/scroll-region/scroll-region.tsx'
import { PlainTable } from '../../components/table/plain-table.tsx'
import { TableDownloads } from '../../components/table-downloads/table-downloads.tsx'
import { callQuery } from '../../lib/api/call-query.ts'
import { presentDay } from '../../lib/dates.ts'
import { useSearchState } from '../../lib/use-search-state.ts'
import classes from './definitions.module.css'
import { presentTook } from './heat-map.tsx'

const day = 86_400_000
const times = ['minimum', 'average', 'median', 'p95', 'maximum'] as const
const heads = ['period', 'started', 'ended', 'cancelled', ...times] as const

/** The report on instances by week, month or quarter: numbers of started and ended ones, and durations. */
export function DefinitionReports({ definition: { id, key, version } }: { definition: DefinitionDetail }) {
  const { t } = useTranslation()
  const [search, change] = useSearchState()
  const unit = reportUnits.find((one) => one === search.unit) ?? 'month'
  const versions = search.versions === 'one' ? 'one' : 'all'
  const [now] = useState(() => new Date())
  const from = isDay(search.from) ? search.from : toDay(new Date(now.getTime() - 365 * day))
  const to = isDay(search.to) ? search.to : toDay(now)
  const query = useQuery(
    callQuery(api.definitions.report, {
      params: { id },
      query: { unit, versions, from: startOf(from, 0), to: startOf(to, 1) },
    }),
  )
  const items = query.data?.items
  return (
    <section className={classes.reports} aria-label={t('definition.reportsTab')}>
      <div className={classes.heatTools}>
        <SegmentedControl
          size="xs"
          aria-label={t('definition.reportUnit')}
          value={unit}
          onChange={(value) => change({ unit: value }, { replace: true })}
          data={reportUnits.map((value) => ({ value, label: t(`definition.reportUnits.${value}`) }))}
        />
        <NativeSelect
          size="xs"
          aria-label={t('definition.reportVersions')}
          value={versions}
          onChange={(event) => change({ versions: event.currentTarget.value }, { replace: true })}
          data={[
            { value: 'all', label: t('definition.reportAll') },
            { value: 'one', label: t('definition.reportOne', { version }) },
          ]}
        />
        <DayInput
          label={t('definition.reportFrom')}
          value={from}
          onChange={(day) => change({ from: day || undefined }, { replace: true })}
        />
        <DayInput
          label={t('definition.reportTo')}
          value={to}
          onChange={(day) => change({ to: day || undefined }, { replace: true })}
        />
        <span className={classes.grow} />
        <TableDownloads
          file={`report-${key}-${unit}`}
          lines={() => [[...heads], ...(items ?? []).map((row) => heads.map((head) => String(row[head] ?? '')))]}
          json={items}
          isDisabled={items === undefined || items.length === 0}
        />
      </div>
      <QueryFailure query={query} title={t('definition.reportFailed')} isRegion className={classes.message} />
      {items === undefined ? (
        query.isError ? null : (
          <SkeletonRows count={6} height={34} />
        )
      ) : items.length === 0 ? (
        <p className={classes.message}>{t('definition.reportNone')}</p>
      ) : (
        <ScrollRegion className={classes.scroll} label={t('definition.reportsTab')}>
          <PlainTable className={classes.table} aria-label={t('definition.reportsTab')}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">{t('definition.period')}</Table.Th>
                {(['reportStarted', 'reportEnded', 'reportCancelled', ...times] as const).map((head) => (
                  <Table.Th key={head} scope="col" ta="end">
                    {t(`definition.${head}`)}
                  </Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {items.map((row) => (
                <Table.Tr key={row.period}>
                  <Table.Td>{presentDay(row.period)}</Table.Td>
                  {(['started', 'ended', 'cancelled'] as const).map((name) => (
                    <Table.Td key={name} ta="end" className="tn">
                      {row[name].toLocaleString('en')}
                    </Table.Td>
                  ))}
                  {times.map((name) => {
                    const took = row[name]
                    return (
                      <Table.Td key={name} ta="end" className="tn">
                        {took === null ? '–' : presentTook(took, t)}
                      </Table.Td>
                    )
                  })}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </PlainTable>
        </ScrollRegion>
      )}
    </section>
  )
}

function isDay(text: string | undefined): text is string {
  return text !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(text)
}

function toDay(at: Date): string {
  const pad = (number: number) => String(number).padStart(2, '0')
  return `${at.getFullYear()}-${pad(at.getMonth() + 1)}-${pad(at.getDate())}`
}

/** The beginning of a day of the browser, so many days later. */
function startOf(text: string, days: number): string {
  const [year = 0, month = 1, date = 1] = text.split('-').map(Number)
  return new Date(year, month - 1, date + days).toISOString()
}
