import { Table } from '@mantine/core'
import { api } from '@millrace/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { QueryFailure } from '../../components/banner/query-failure.tsx'
import { DateTime } from '../../components/dates/dates.tsx'
import { Link } from '../../components/link/link.tsx'
import { ScrollRegion } from '../../components/scroll-region/scroll-region.tsx'
import { Section } from '../../components/section/section.tsx'
import { PlainTable } from '../../components/table/plain-table.tsx'
import { callQuery } from '../../lib/api/call-query.ts'
import { importsPath } from './imports-path.ts'
import classes from './packages.module.css'

/** The list of the last imports, with links to their pages. */
export function ImportsSection() {
  const { t } = useTranslation()
  const imports = useQuery(callQuery(api.packages.imports))
  const rows = imports.data ?? []
  return (
    <Section title={t('packages.importsTitle')} hint={t('packages.importsHint')}>
      <QueryFailure query={imports} title={t('packages.importsFailed')} />
      {imports.data !== undefined && rows.length === 0 ? (
        <p className={classes.note}>{t('packages.noImports')}</p>
      ) : null}
      {rows.length === 0 ? null : (
        <ScrollRegion label={t('packages.importsTitle')} className={classes.wide}>
          <PlainTable aria-label={t('packages.importsTitle')}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">{t('packages.package')}</Table.Th>
                <Table.Th scope="col">{t('packages.from')}</Table.Th>
                <Table.Th scope="col">{t('packages.state')}</Table.Th>
                <Table.Th scope="col">{t('packages.uploaded')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rows.map(({ id, fileName, origin, state, createdAt, createdBy }) => (
                <Table.Tr key={id}>
                  <Table.Td>
                    <Link to={importsPath} search={{ import: id }}>
                      {fileName}
                    </Link>
                  </Table.Td>
                  <Table.Td>{origin.workplace}</Table.Td>
                  <Table.Td>{t(`packageState.${state}`)}</Table.Td>
                  <Table.Td>
                    <DateTime at={createdAt} /> {createdBy?.displayName}
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </PlainTable>
        </ScrollRegion>
      )}
    </Section>
  )
}
