import { Table } from '@mantine/core'
import { type CheckedMeasure, checkMeasures, type SimulationResult, simulationLimits } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import { ScrollRegion } from '../../../components/scroll-region/scroll-region.tsx'
import { PlainTable } from '../../../components/table/plain-table.tsx'
import { presentDateTime } from '../../../lib/dates.ts'
import classes from '../definitions.module.css'
import { presentMeasure } from './present-measure.ts'

/** The accuracy with which the method predicts the last days from the history before them. */
export function SimulationCheck({ check }: Pick<SimulationResult, 'check'>) {
  const { t } = useTranslation()
  if (check === null)
    return <p className={classes.simulationText}>{t('simulation.checkNone', { days: simulationLimits.checkedDays })}</p>
  const rows = [
    ...checkMeasures.map((id) => ({
      ...{ id, name: t(`simulation.checkMeasures.${id}`), measure: id as string, value: check.measures[id] },
    })),
    ...check.elements.map(({ id, name, took }) => ({
      id: `element ${id}`,
      name: t('simulation.checkElement', { name: name ?? id }),
      ...{ measure: 'durationMean', value: took },
    })),
  ]
  return (
    <div>
      <h2>{t('simulation.check')}</h2>
      <p className={classes.simulationText}>
        {t('simulation.checkHelp', { from: presentDateTime(check.from), to: presentDateTime(check.to) })}
      </p>
      <ScrollRegion className={classes.simulationTable} label={t('simulation.check')}>
        <PlainTable className={classes.table} aria-label={t('simulation.check')}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{t('simulation.measure')}</Table.Th>
              {(['predicted', 'range', 'actual', 'deviation'] as const).map((head) => (
                <Table.Th key={head} scope="col" ta="end">
                  {t(`simulation.${head}`)}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map(({ id, name, measure, value }) => (
              <Checked key={id} name={name} measure={measure} value={value} />
            ))}
          </Table.Tbody>
        </PlainTable>
      </ScrollRegion>
    </div>
  )
}

interface CheckedProps {
  readonly name: string
  readonly measure: string
  readonly value: CheckedMeasure
}

function Checked({ name, measure, value: { predicted, low, high, actual } }: CheckedProps) {
  const { t } = useTranslation()
  const text = (value: number | null) => (value === null ? '–' : presentMeasure(measure, value, t))
  const isKnown = predicted !== null && actual !== null && actual !== 0
  const percent = isKnown ? Math.round(((predicted - actual) / actual) * 100) : null
  const isWithin = low === null || high === null || actual === null ? null : actual >= low && actual <= high
  return (
    <Table.Tr>
      <Table.Td>{name}</Table.Td>
      <Table.Td ta="end" className="tn">
        {text(predicted)}
      </Table.Td>
      <Table.Td ta="end" className="tn">
        {low === null || high === null ? '–' : `${text(low)} – ${text(high)}`}
      </Table.Td>
      <Table.Td ta="end" className="tn">
        {text(actual)}
      </Table.Td>
      <Table.Td ta="end" className="tn">
        {percent === null ? '–' : `${percent > 0 ? '+' : percent < 0 ? '−' : ''}${Math.abs(percent)} %`}
        {isWithin === null ? null : (
          <div className={classes.quiet}>{t(isWithin ? 'simulation.within' : 'simulation.outside')}</div>
        )}
      </Table.Td>
    </Table.Tr>
  )
}
