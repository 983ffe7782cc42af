import type { SimulationBasis, SimulationNote } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import { presentDateTime } from '../../../lib/dates.ts'
import classes from '../definitions.module.css'
import { presentTook } from '../heat-map.tsx'

/** A summary of the measured history in sentences. */
export function BasisSummary({
  basis: { measured, perWeek, duration, hours, notes, tasksFrom },
}: {
  basis: SimulationBasis
}) {
  const { t } = useTranslation()
  const days = Object.entries(hours ?? {}).map(
    ([day, spans]) => `${weekday(Number(day))} ${spans.map(([from, to]) => `${from}–${to}`).join(', ')}`,
  )
  const sentences = [
    t('simulation.measured', {
      ...{ count: measured, number: measured.toLocaleString('en') },
      perWeek: perWeek.toLocaleString('en', { maximumFractionDigits: 1 }),
    }),
    ...(duration.median === null
      ? []
      : [t('simulation.medianDuration', { duration: presentTook(duration.median, t) })]),
    hours === null ? t('simulation.noMeasuredHours') : t('simulation.measuredHours', { hours: days.join('; ') }),
    ...(tasksFrom === null ? [] : [t('simulation.tasksFrom', { from: presentDateTime(tasksFrom) })]),
  ]
  return (
    <>
      <p className={classes.simulationText}>{sentences.join(' ')}</p>
      <Notes notes={notes} />
    </>
  )
}

/** Elements whose simulation differs from their execution. */
export function Notes({ notes }: { notes: readonly SimulationNote[] }) {
  const { t } = useTranslation()
  if (notes.length === 0) return null
  return (
    <details className={classes.simulationText}>
      <summary>{`${t('simulation.notesTitle')} (${notes.length})`}</summary>
      <ul className={classes.plainList}>
        {notes.map(({ elementId, name, problem }) => (
          <li key={elementId}>{t(`simulation.problems.${problem}`, { name: name ?? elementId })}</li>
        ))}
      </ul>
    </details>
  )
}

/** Monday is 1. */
function weekday(day: number): string {
  return new Date(Date.UTC(2024, 0, day)).toLocaleDateString('en', { weekday: 'short', timeZone: 'UTC' })
}
