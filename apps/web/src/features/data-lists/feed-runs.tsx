import { Table } from '@mantine/core'
import type { FeedRun } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import { DateTime } from '../../components/dates/dates.tsx'
import { ScrollRegion } from '../../components/scroll-region/scroll-region.tsx'
import { Section } from '../../components/section/section.tsx'
import { PlainTable } from '../../components/table/plain-table.tsx'
import classes from './data-lists.module.css'

/** The last runs of the feed of a data list. */
export function FeedRuns({ runs }: { readonly runs: readonly FeedRun[] }) {
  const { t } = useTranslation()
  return (
    <Section title={t('dataLists.feedRuns')}>
      {runs.length === 0 ? (
        t('dataLists.feedNoRuns')
      ) : (
        <ScrollRegion label={t('dataLists.feedRuns')} className={classes.versions}>
          <PlainTable>
            <Table.Thead>
              <Table.Tr>
                {(
                  [
                    'feedAt',
                    'feedOutcome',
                    'feedRows',
                    'added',
                    'changedRows',
                    'removed',
                    'feedBy',
                    'feedMessage',
                  ] as const
                ).map((name) => (
                  <Table.Th key={name}>{t(`dataLists.${name}`)}</Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {runs.map((run) => (
                <Table.Tr key={run.id}>
                  <Table.Td>
                    <DateTime at={run.at} />
                  </Table.Td>
                  <Table.Td>{t(`dataLists.feedOutcomes.${run.outcome}`)}</Table.Td>
                  {[run.rows, run.added, run.changed, run.removed].map((count, index) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: four columns, always the same
                    <Table.Td key={index} className="tn">
                      {count.toLocaleString('en')}
                    </Table.Td>
                  ))}
                  <Table.Td>{run.startedBy?.displayName ?? t('dataLists.feedSchedule')}</Table.Td>
                  <Table.Td>{run.message}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </PlainTable>
        </ScrollRegion>
      )}
    </Section>
  )
}
