import { Button, Table } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { QueryFailure } from '../../../components/banner/query-failure.tsx'
import { DateTime } from '../../../components/dates/dates.tsx'
import { ScrollRegion } from '../../../components/scroll-region/scroll-region.tsx'
import { PlainTable } from '../../../components/table/plain-table.tsx'
import classes from '../definitions.module.css'
import { simulationsQuery } from './simulation-queries.ts'

interface Props {
  readonly definitionId: string
  readonly open: string | undefined
  readonly onOpen: (id: string) => void
}

/** The simulations of a version, the newest first. */
export function SimulationList({ definitionId, open, onOpen }: Props) {
  const { t } = useTranslation()
  const query = useQuery(simulationsQuery(definitionId))
  const items = query.data?.items ?? []
  return (
    <>
      <QueryFailure query={query} title={t('simulation.listFailed')} />
      {items.length === 0 ? null : (
        <div className={classes.simulationForm}>
          <h2>{t('simulation.list')}</h2>
          <ScrollRegion className={classes.simulationTable} label={t('simulation.list')}>
            <PlainTable className={classes.table} aria-label={t('simulation.list')}>
              <Table.Thead>
                <Table.Tr>
                  {(['name', 'state', 'created', 'createdBy'] as const).map((head) => (
                    <Table.Th key={head} scope="col">
                      {t(`simulation.${head}`)}
                    </Table.Th>
                  ))}
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {items.map(({ id, name, state, createdAt, createdBy }) => (
                  <Table.Tr key={id}>
                    <Table.Td>
                      <Button
                        size="compact-sm"
                        variant="subtle"
                        aria-current={id === open ? 'true' : undefined}
                        onClick={() => onOpen(id)}
                      >
                        {name}
                      </Button>
                    </Table.Td>
                    <Table.Td>{t(`simulation.states.${state}`)}</Table.Td>
                    <Table.Td>
                      <DateTime at={createdAt} />
                    </Table.Td>
                    <Table.Td>{createdBy?.displayName ?? '–'}</Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </PlainTable>
          </ScrollRegion>
        </div>
      )}
    </>
  )
}
