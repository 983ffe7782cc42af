import { Table } from '@mantine/core'
import { type MoveIn, moveInLimits } from '@millrace/contract'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { Banner } from '../../components/banner/banner.tsx'
import { ScrollRegion } from '../../components/scroll-region/scroll-region.tsx'
import { Section } from '../../components/section/section.tsx'
import { PlainTable } from '../../components/table/plain-table.tsx'
import classes from './move-in.module.css'

/** The report of a move or a dry run: counts of both sides, and each row that was left out. */
export function MoveReport({ item }: { item: MoveIn }) {
  const { t } = useTranslation()
  const codesId = useId()
  const { counts, omissions, notes, state, message, product, codes } = item
  return (
    <>
      <Section title={t(`moveIn.states.${state}`)} hint={product}>
        {state === 'failed' ? (
          <Banner kind="error" title={t('moveIn.failedTitle')}>
            {message}
          </Banner>
        ) : null}
        {codes.length === 0 && state !== 'failed' ? <p className={classes.text}>{t('moveIn.noOmissions')}</p> : null}
        {codes.length === 0 ? null : (
          <>
            <p id={codesId} className={classes.text}>
              {t('moveIn.codes')}
            </p>
            <ul className={classes.codes} aria-labelledby={codesId}>
              {codes.map(({ code, count }) => (
                <li key={code}>
                  <code>{code}</code> {count.toLocaleString('en')}
                </li>
              ))}
            </ul>
          </>
        )}
      </Section>
      {counts.length === 0 ? null : <Counts counts={counts} />}
      {omissions.length === 0 ? null : (
        <Reasons title={t('moveIn.omissions')} hint={t('moveIn.omissionsHint')} reasons={omissions} />
      )}
      {notes.length === 0 ? null : <Reasons title={t('moveIn.notes')} hint={null} reasons={notes} />}
    </>
  )
}

function Counts({ counts }: Pick<MoveIn, 'counts'>) {
  const { t } = useTranslation()
  return (
    <Section title={t('moveIn.counts')} hint={t('moveIn.countsHint')}>
      <ScrollRegion label={t('moveIn.counts')} className={classes.scroll}>
        <PlainTable aria-label={t('moveIn.counts')} className={classes.counts}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{t('moveIn.table')}</Table.Th>
              {(['inSource', 'moved', 'earlier', 'left'] as const).map((name) => (
                <Table.Th scope="col" key={name} className={classes.number}>
                  {t(`moveIn.${name}`)}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {counts.map(({ table, definition, source, moved, earlier, left }) => (
              <Table.Tr key={`${table} ${definition}`}>
                <Table.Td className={classes.name}>
                  {table} {definition === null ? null : <span className={classes.definition}>{definition}</span>}
                </Table.Td>
                <Table.Td className={classes.number}>{source}</Table.Td>
                <Table.Td className={classes.number}>{moved}</Table.Td>
                <Table.Td className={classes.number}>{earlier}</Table.Td>
                <Table.Td className={classes.number}>{left}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </PlainTable>
      </ScrollRegion>
      <More count={counts.length} />
    </Section>
  )
}

interface ReasonsProps {
  readonly title: string
  readonly hint: string | null
  readonly reasons: MoveIn['omissions']
}

function Reasons({ title, hint, reasons }: ReasonsProps) {
  const { t } = useTranslation()
  return (
    <Section title={title} hint={hint}>
      <ScrollRegion label={title} className={classes.scroll}>
        <PlainTable aria-label={title}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{t('moveIn.code')}</Table.Th>
              <Table.Th scope="col">{t('moveIn.reason')}</Table.Th>
              <Table.Th scope="col">{t('moveIn.table')}</Table.Th>
              <Table.Th scope="col">{t('moveIn.id')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {reasons.map(({ code, table, id, message }) => (
              <Table.Tr key={`${code} ${table} ${id} ${message}`}>
                <Table.Td>
                  <code>{code}</code>
                </Table.Td>
                <Table.Td>{message}</Table.Td>
                <Table.Td>{table}</Table.Td>
                <Table.Td>{id}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </PlainTable>
      </ScrollRegion>
      <More count={reasons.length} />
    </Section>
  )
}

function More({ count }: { count: number }) {
  const { t } = useTranslation()
  if (count < moveInLimits.lines) return null
  return <p className={classes.text}>{t('moveIn.more', { count })}</p>
}
