import { Table } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from '../../components/link/link.tsx'
import { Section } from '../../components/section/section.tsx'
import { PlainTable } from '../../components/table/plain-table.tsx'
import classes from './external-systems.module.css'

interface Part {
  readonly id: string
  readonly name: string
  readonly isDisabled: boolean
}

interface Props<P extends Part> {
  readonly title: string
  readonly hint: string
  readonly parts: readonly P[]
  /** The text when there are no parts. */
  readonly empty: string
  readonly hrefOf: (part: P) => string
  /** The columns in addition to name and state. */
  readonly columns: readonly { readonly label: string; readonly cell: (part: P) => ReactNode }[]
  readonly actions?: ReactNode
}

/** The parts of one kind of an external system. */
export function PartTable<P extends Part>({ title, hint, parts, empty, hrefOf, columns, actions }: Props<P>) {
  const { t } = useTranslation()
  return (
    <Section title={title} hint={hint}>
      {parts.length === 0 ? (
        <p className={classes.empty}>{empty}</p>
      ) : (
        <div className={classes.scroll}>
          <PlainTable aria-label={title} isStacked>
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">{t('externalSystems.name')}</Table.Th>
                {columns.map(({ label }) => (
                  <Table.Th key={label} scope="col">
                    {label}
                  </Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {parts.map((part) => (
                <Table.Tr key={part.id}>
                  <Table.Td>
                    <Link to={hrefOf(part)}>{part.name}</Link>
                    {part.isDisabled ? (
                      <span className={classes.disabled}> {t('externalSystems.disabled')}</span>
                    ) : null}
                  </Table.Td>
                  {columns.map(({ label, cell }) => (
                    <Table.Td key={label} data-label={label}>
                      {cell(part)}
                    </Table.Td>
                  ))}
                </Table.Tr>
              ))}
            </Table.Tbody>
          </PlainTable>
        </div>
      )}
      {actions ? <div className={classes.actions}>{actions}</div> : null}
    </Section>
  )
}
