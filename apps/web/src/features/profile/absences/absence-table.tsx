import { Button, Table } from '@mantine/core'
import type { Absence } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import { useNow } from '../../../components/dates/use-now.ts'
import { Person } from '../../../components/person/person.tsx'
import { ScrollRegion } from '../../../components/scroll-region/scroll-region.tsx'
import { PlainTable } from '../../../components/table/plain-table.tsx'
import { presentDate } from '../../../lib/dates.ts'
import classes from '../profile.module.css'
import { lastDay } from './absence-entries.ts'

interface Props {
  readonly label: string
  readonly absences: readonly Absence[]
  /** In which somebody else is away. */
  readonly ofOthers?: boolean
  readonly onChange?: (absence: Absence) => void
  readonly onRemove?: (absence: Absence) => void
}

/** Absences with their substitutes, or with the absent users. */
export function AbsenceTable({ label, absences, ofOthers = false, onChange, onRemove }: Props) {
  const { t } = useTranslation()
  const now = useNow()
  return (
    <ScrollRegion label={label} className={classes.scroll}>
      <PlainTable className={classes.table} aria-label={label}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{ofOthers ? label : t('absences.substitute')}</Table.Th>
            <Table.Th>{t('absences.from')}</Table.Th>
            <Table.Th>{t('absences.until')}</Table.Th>
            <Table.Th>{t('absences.state')}</Table.Th>
            <Table.Th>{t('absences.what')}</Table.Th>
            {ofOthers ? null : <Table.Td />}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {absences.map((absence) => (
            <Table.Tr key={absence.id}>
              <Table.Td className={classes.first}>
                <Who absence={absence} ofOthers={ofOthers} />
              </Table.Td>
              <Table.Td>{presentDate(absence.from)}</Table.Td>
              <Table.Td>{presentDate(lastDay(absence.until))}</Table.Td>
              <Table.Td>{new Date(absence.from) <= now ? t('absences.stateNow') : t('absences.stateLater')}</Table.Td>
              <Table.Td className={classes.may}>
                {absence.processes?.map(({ name }) => name).join(', ') ?? t('absences.allTasks')}
                {absence.note === null ? null : <div className={classes.note}>{absence.note}</div>}
              </Table.Td>
              {ofOthers ? null : (
                <Table.Td className={classes.last}>
                  <div className={classes.buttons}>
                    <Button
                      size="xs"
                      aria-label={t('absences.changeOf', { from: presentDate(absence.from) })}
                      onClick={() => onChange?.(absence)}
                    >
                      {t('absences.change')}
                    </Button>
                    <Button
                      size="xs"
                      data-danger
                      aria-label={t('absences.removeOf', { from: presentDate(absence.from) })}
                      onClick={() => onRemove?.(absence)}
                    >
                      {t('absences.remove')}
                    </Button>
                  </div>
                </Table.Td>
              )}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </PlainTable>
    </ScrollRegion>
  )
}

function Who({ absence: { person, substitute }, ofOthers }: { absence: Absence; ofOthers: boolean }) {
  const { t } = useTranslation()
  if (ofOthers) return <Person person={person} />
  return substitute === null ? (
    <span title={t('absences.nobodyHint')}>{t('absences.nobody')}</span>
  ) : (
    <Person person={substitute} />
  )
}
