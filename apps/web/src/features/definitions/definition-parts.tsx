import { Table } from '@mantine/core'
import type { DefinitionDetail } from '@millrace/contract'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Fact, Facts } from '../../components/detail/detail.tsx'
import { Person } from '../../components/person/person.tsx'
import { ScrollRegion } from '../../components/scroll-region/scroll-region.tsx'
import { PlainTable } from '../../components/table/plain-table.tsx'
import classes from './definitions.module.css'

interface Props {
  readonly definition: DefinitionDetail
}

export function Forms({ definition: { forms } }: Props) {
  const { t } = useTranslation()
  if (forms.length === 0) return <p className={classes.message}>{t('definition.noForms')}</p>
  return (
    <Rows
      label={t('definition.formsTab')}
      heads={[t('definition.formStep'), t('definition.formKind'), t('definition.form')]}
      rows={forms.map(({ elementId, elementName, kind, form }) => ({
        id: elementId,
        cells: [
          elementName ?? elementId,
          t(kind === 'start' ? 'definition.formOfStart' : 'definition.formOfTask'),
          form ?? t('definition.formInModel'),
        ],
      }))}
    />
  )
}

export function Decisions({ definition: { decisions } }: Props) {
  const { t } = useTranslation()
  if (decisions.length === 0) return <p className={classes.message}>{t('definition.noDecisions')}</p>
  return (
    <Rows
      label={t('definition.decisionsTab')}
      heads={[t('definition.decision'), t('definition.key'), t('definition.version')]}
      rows={decisions.map(({ id, name, key, version }) => ({ id, cells: [name, key, version] }))}
    />
  )
}

export function Starters({
  definition: {
    starters: { users, groups },
  },
}: Props) {
  const { t } = useTranslation()
  if (users.length + groups.length === 0) return <p className={classes.message}>{t('definition.everyoneStarts')}</p>
  return (
    <section className={classes.part} aria-label={t('definition.starters')}>
      <Facts>
        {groups.length === 0 ? null : (
          <Fact label={t('definition.groups')}>
            <ul className={classes.plainList}>
              {groups.map((group) => (
                <li key={group}>{group}</li>
              ))}
            </ul>
          </Fact>
        )}
        {users.length === 0 ? null : (
          <Fact label={t('definition.users')}>
            <ul className={classes.plainList}>
              {users.map((user) => (
                <li key={user.username}>
                  <Person person={user} />
                </li>
              ))}
            </ul>
          </Fact>
        )}
      </Facts>
    </section>
  )
}

interface RowsProps {
  readonly label: string
  readonly heads: readonly string[]
  readonly rows: readonly { readonly id: string; readonly cells: readonly ReactNode[] }[]
}

function Rows({ label, heads, rows }: RowsProps) {
  return (
    <ScrollRegion className={classes.scroll} label={label}>
      <PlainTable className={classes.table} aria-label={label}>
        <Table.Thead>
          <Table.Tr>
            {heads.map((head) => (
              <Table.Th key={head} scope="col">
                {head}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ id, cells }) => (
            <Table.Tr key={id}>
              {cells.map((cell, index) => (
                <Table.Td key={heads[index]}>{cell}</Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </PlainTable>
    </ScrollRegion>
  )
}
