import { NativeSelect, Table, TextInput } from '@mantine/core'
import type { SimulationBasis } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import { ScrollRegion } from '../../../components/scroll-region/scroll-region.tsx'
import { PlainTable } from '../../../components/table/plain-table.tsx'
import classes from '../definitions.module.css'
import type { RoleDraft, SimulationDraft } from './draft.ts'

interface Props {
  readonly basis: SimulationBasis
  readonly draft: SimulationDraft
  readonly faultOf: (field: string) => string | undefined
  readonly onChange: (part: Partial<SimulationDraft>) => void
}

/** People, working hours and cost of each role, now and after the change. */
export function RoleFields({ basis: { roles, calendars }, draft, faultOf, onChange }: Props) {
  const { t } = useTranslation()
  if (roles.length === 0) return <p className={classes.simulationText}>{t('simulation.noRoles')}</p>
  const hours = [
    { value: 'measured', label: t('simulation.hoursMeasured') },
    { value: 'always', label: t('simulation.hoursAlways') },
    ...calendars.map((name) => ({ value: `calendar:${name}`, label: name })),
  ]
  const heads = ['role', 'tasks', 'peopleBefore', 'peopleAfter', 'hoursBefore', 'hoursAfter', 'costPerHour'] as const
  const change = (id: string, part: Partial<RoleDraft>) => {
    const role = draft.roles[id]
    if (role !== undefined) onChange({ roles: { ...draft.roles, [id]: { ...role, ...part } } })
  }
  return (
    <div>
      <h2>{t('simulation.roles')}</h2>
      <p className={classes.simulationText}>{t('simulation.peopleHelp')}</p>
      <ScrollRegion className={classes.simulationFields} label={t('simulation.roles')}>
        <PlainTable className={classes.table} aria-label={t('simulation.roles')}>
          <Table.Thead>
            <Table.Tr>
              {heads.map((head) => (
                <Table.Th key={head} scope="col">
                  {t(`simulation.${head}`)}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {roles.map(({ id, name, tasks, elements }) => {
              const role = draft.roles[id]
              if (role === undefined) return null
              const field = (part: 'peopleBefore' | 'peopleAfter' | 'costPerHour') => (
                <TextInput
                  size="xs"
                  aria-label={`${name}: ${t(`simulation.${part}`)}`}
                  inputMode="decimal"
                  value={role[part]}
                  error={faultOf(`${id} ${part}`)}
                  onChange={(event) => change(id, { [part]: event.currentTarget.value })}
                />
              )
              const select = (part: 'hoursBefore' | 'hoursAfter') => (
                <NativeSelect
                  size="xs"
                  aria-label={`${name}: ${t(`simulation.${part}`)}`}
                  value={role[part]}
                  onChange={(event) => change(id, { [part]: event.currentTarget.value })}
                  data={hours}
                />
              )
              return (
                <Table.Tr key={id}>
                  <Table.Td>
                    {name}
                    <div className={classes.quiet}>{elements.join(', ')}</div>
                  </Table.Td>
                  <Table.Td className="tn">{tasks.toLocaleString('en')}</Table.Td>
                  <Table.Td>{field('peopleBefore')}</Table.Td>
                  <Table.Td>{field('peopleAfter')}</Table.Td>
                  <Table.Td>{select('hoursBefore')}</Table.Td>
                  <Table.Td>{select('hoursAfter')}</Table.Td>
                  <Table.Td>{field('costPerHour')}</Table.Td>
                </Table.Tr>
              )
            })}
          </Table.Tbody>
        </PlainTable>
      </ScrollRegion>
    </div>
  )
}
