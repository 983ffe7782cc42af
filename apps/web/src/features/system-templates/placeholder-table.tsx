import '@fontsource-variable/jetbrains-mono/wght.css'
import { Table } from '@mantine/core'
import type { SystemPart, SystemPlaceholder, SystemTemplate } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import { ScrollRegion } from '../../components/scroll-region/scroll-region.tsx'
import { Section } from '../../components/section/section.tsx'
import { PlainTable } from '../../components/table/plain-table.tsx'
import classes from './system-templates.module.css'

/** The placeholders of a mail, with their values in the preview. */
export function PlaceholderTable({ placeholders }: Pick<SystemTemplate, 'placeholders'>) {
  const { t } = useTranslation()
  return (
    <Section title={t('systemTemplates.placeholders')} hint={t('systemTemplates.placeholdersHint')}>
      <ScrollRegion label={t('systemTemplates.placeholders')} className={classes.scroll}>
        <PlainTable className={classes.table} aria-label={t('systemTemplates.placeholders')}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th scope="col">{t('systemTemplates.placeholder')}</Table.Th>
              <Table.Th scope="col">{t('systemTemplates.meaning')}</Table.Th>
              <Table.Th scope="col">{t('systemTemplates.sample')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {placeholders.map(({ name, sample }) => (
              <Table.Tr key={name}>
                <Table.Td className="mono">{`\${${name}}`}</Table.Td>
                <Table.Td>{t(`systemPlaceholder.${name as SystemPlaceholder | SystemPart}`)}</Table.Td>
                <Table.Td className={classes.sample}>{sample}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </PlainTable>
      </ScrollRegion>
    </Section>
  )
}
