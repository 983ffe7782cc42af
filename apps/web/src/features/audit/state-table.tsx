import { Table } from '@mantine/core'
import type { AuditValues } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import { ScrollRegion } from '../../components/scroll-region/scroll-region.tsx'
import { PlainTable } from '../../components/table/plain-table.tsx'
import classes from './audit.module.css'
import { Value } from './field-table.tsx'
import { listFields } from './list-fields.ts'
import { presentField } from './present-change.ts'

/** The table with the values of an entity. Null: the entity did not exist. */
export function StateTable({ label, values }: { label: string; values: AuditValues | null }) {
  const { t } = useTranslation()
  if (values === null) return <p className={classes.quiet}>{t('audit.stateRemoved')}</p>
  return (
    <ScrollRegion label={label} className={classes.scroll}>
      <PlainTable className={classes.state} aria-label={label}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t('audit.field')}</Table.Th>
            <Table.Th scope="col">{t('audit.value')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {listFields(null, values).map(({ column, after }) => (
            <Table.Tr key={column}>
              <Table.Th scope="row" className={classes.name}>
                {presentField(column, t)}
              </Table.Th>
              <Table.Td className={classes.value}>
                <Value value={after} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </PlainTable>
    </ScrollRegion>
  )
}
