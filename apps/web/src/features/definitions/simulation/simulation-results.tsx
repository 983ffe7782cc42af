import { Table } from '@mantine/core'
import {
  elementMeasures,
  roleMeasures,
  type SimulationComparison,
  type SimulationEstimate,
  type SimulationResult,
  simulationMeasures,
} from '@millrace/contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Banner } from '../../../components/banner/banner.tsx'
import { ScrollRegion } from '../../../components/scroll-region/scroll-region.tsx'
import { PlainTable } from '../../../components/table/plain-table.tsx'
import { presentDateTime } from '../../../lib/dates.ts'
import classes from '../definitions.module.css'
import { Notes } from './basis-summary.tsx'
import { presentMeasure } from './present-measure.ts'
import { SimulationCheck } from './simulation-check.tsx'

/** The measures of a process, its roles and its elements before and after a change. */
export function SimulationResults({ result }: { result: SimulationResult }) {
  const { t } = useTranslation()
  const { from, to, measures, roles, elements, isCut, notes } = result
  const nameOf = (name: string, of: string) => (
    <>
      {name}
      <div className={classes.quiet}>{of}</div>
    </>
  )
  return (
    <div className={classes.simulationForm}>
      {isCut ? (
        <Banner kind="warning" title={t('simulation.cutTitle')}>
          {t('simulation.cutText')}
        </Banner>
      ) : null}
      <p className={classes.simulationText}>
        {t('simulation.resultsHelp', { from: presentDateTime(from), to: presentDateTime(to) })}
      </p>
      <Comparisons
        title={t('simulation.results')}
        rows={simulationMeasures.map((id) => ({
          ...{ id, name: t(`simulation.measures.${id}`), measure: id, value: measures[id] },
        }))}
      />
      {roles.length === 0 ? null : (
        <Comparisons
          title={t('simulation.roleResults')}
          rows={roles.flatMap((role) =>
            roleMeasures.map((id) => ({
              id: `${role.id} ${id}`,
              name: nameOf(t(`simulation.roleMeasures.${id}`), role.name),
              ...{ measure: id, value: role.measures[id] },
            })),
          )}
        />
      )}
      {elements.length === 0 ? null : (
        <Comparisons
          title={t('simulation.elementResults')}
          rows={elements.flatMap((element) =>
            elementMeasures
              .filter((id) => element.measures[id].before !== null || element.measures[id].after !== null)
              .map((id) => ({
                id: `${element.id} ${id}`,
                name: nameOf(t(`simulation.elementMeasures.${id}`), element.name ?? element.id),
                ...{ measure: id, value: element.measures[id] },
              })),
          )}
        />
      )}
      <SimulationCheck check={result.check} />
      <Notes notes={notes} />
      <p className={classes.simulationText}>{t('simulation.assumptions')}</p>
    </div>
  )
}

interface ComparisonsProps {
  readonly title: string
  readonly rows: readonly {
    readonly id: string
    readonly name: ReactNode
    readonly measure: string
    readonly value: SimulationComparison
  }[]
}

function Comparisons({ title, rows }: ComparisonsProps) {
  const { t } = useTranslation()
  return (
    <div>
      <h2>{title}</h2>
      <ScrollRegion className={classes.simulationTable} label={title}>
        <PlainTable className={classes.table} aria-label={title}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{t('simulation.measure')}</Table.Th>
              {(['before', 'after', 'difference'] as const).map((head) => (
                <Table.Th key={head} scope="col" ta="end">
                  {t(`simulation.${head}`)}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map(({ id, name, measure, value: { before, after, difference } }) => (
              <Table.Tr key={id}>
                <Table.Td>{name}</Table.Td>
                <Value measure={measure} value={before} />
                <Value measure={measure} value={after} />
                <Value measure={measure} value={difference} isDifference />
              </Table.Tr>
            ))}
          </Table.Tbody>
        </PlainTable>
      </ScrollRegion>
    </div>
  )
}

interface ValueProps {
  readonly measure: string
  readonly value: SimulationEstimate | null
  readonly isDifference?: boolean
}

function Value({ measure, value: estimate, isDifference = false }: ValueProps) {
  const { t } = useTranslation()
  if (estimate === null)
    return (
      <Table.Td ta="end" className="tn">
        –
      </Table.Td>
    )
  const { mean, half } = estimate
  const isSure = isDifference && half !== null && Math.abs(mean) > half
  const value = presentMeasure(measure, mean, t)
  const text = isDifference && mean > 0 && /[1-9]/.test(value) ? `+${value}` : value
  return (
    <Table.Td ta="end" className="tn">
      {isSure ? <strong>{text}</strong> : text}
      {half === null ? null : <div className={classes.quiet}>{`± ${presentMeasure(measure, half, t)}`}</div>}
    </Table.Td>
  )
}
