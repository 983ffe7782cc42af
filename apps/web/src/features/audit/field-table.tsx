import { Table } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { DateTime } from '../../components/dates/dates.tsx'
import { ScrollRegion } from '../../components/scroll-region/scroll-region.tsx'
import { PlainTable } from '../../components/table/plain-table.tsx'
import { presentSize } from '../../lib/present-size.ts'
import classes from './audit.module.css'
import { ChangeBadge } from './change-badge.tsx'
import { LineDifference } from './line-difference.tsx'
import type { FieldChange, FieldValue } from './list-fields.ts'
import { presentField } from './present-change.ts'

const operations = { added: 'insert', changed: 'update', removed: 'delete' } as const

/** A table of fields with their values before and after; long texts are compared line by line below. */
export function FieldTable({ label, fields }: { label: string; fields: readonly FieldChange[] }) {
  const { t } = useTranslation()
  if (fields.length === 0) return <p className={classes.quiet}>{t('audit.noFields')}</p>
  const long = fields.filter(({ before, after }) => before.kind === 'long' || after.kind === 'long')
  return (
    <>
      <ScrollRegion label={label} className={classes.scroll}>
        <PlainTable className={classes.fields} aria-label={label}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{t('audit.field')}</Table.Th>
              <Table.Th scope="col">{t('audit.before')}</Table.Th>
              <Table.Th scope="col">{t('audit.after')}</Table.Th>
              <Table.Th scope="col">{t('audit.kindOfChange')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {fields.map(({ column, change, before, after }) => (
              <Table.Tr key={column}>
                <Table.Th scope="row" className={classes.name}>
                  {presentField(column, t)}
                </Table.Th>
                <Table.Td data-label={t('audit.before')}>
                  <Side value={before} absent={t('audit.absentBefore')} as="del" />
                </Table.Td>
                <Table.Td data-label={t('audit.after')}>
                  <Side value={after} absent={t('audit.absentAfter')} as="ins" />
                </Table.Td>
                <Table.Td>
                  <ChangeBadge operation={operations[change]} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </PlainTable>
      </ScrollRegion>
      {long.map(({ column, before, after }) => (
        <LineDifference key={column} field={presentField(column, t)} before={textOf(before)} after={textOf(after)} />
      ))}
    </>
  )
}

/** A value without a comparison. */
export function Value({ value }: { value: FieldValue }): ReactNode {
  const { t } = useTranslation()
  switch (value.kind) {
    case 'absent':
    case 'empty':
      return <span className={classes.quiet}>{t('audit.emptyValue')}</span>
    case 'hidden':
      return <span className={classes.quiet}>{t('audit.hidden')}</span>
    case 'digest':
      return (
        <span className={classes.quiet}>
          {t('audit.digest', { size: presentSize(value.size), sha256: value.sha256.slice(0, 12) })}
        </span>
      )
    case 'flag':
      return t(value.flag ? 'list.yes' : 'list.no')
    case 'instant':
      return <DateTime at={value.at} />
    case 'text':
    case 'long':
      return value.text
  }
}

function Side({ value, absent, as: Mark }: { value: FieldValue; absent: string; as: 'del' | 'ins' }) {
  const { t } = useTranslation()
  if (value.kind === 'absent') return <span className={classes.quiet}>{absent}</span>
  if (value.kind === 'long')
    return <span className={classes.quiet}>{t('audit.long', { size: presentSize(value.text.length) })}</span>
  if (value.kind === 'empty' || value.kind === 'hidden' || value.kind === 'digest') return <Value value={value} />
  return (
    <Mark className={classes.mark}>
      <Value value={value} />
    </Mark>
  )
}

function textOf(value: FieldValue): string {
  return value.kind === 'text' || value.kind === 'long' ? value.text : ''
}
