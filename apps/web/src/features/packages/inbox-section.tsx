import { Table } from '@mantine/core'
import { api } from '@millrace/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { QueryFailure } from '../../components/banner/query-failure.tsx'
import { DateTime } from '../../components/dates/dates.tsx'
import { Link } from '../../components/link/link.tsx'
import { LinkButton } from '../../components/link/link-button.tsx'
import { ScrollRegion } from '../../components/scroll-region/scroll-region.tsx'
import { Section } from '../../components/section/section.tsx'
import { PlainTable } from '../../components/table/plain-table.tsx'
import { paths } from '../../config/paths.ts'
import { callQuery } from '../../lib/api/call-query.ts'
import { importsPath } from './imports-path.ts'
import classes from './packages.module.css'

/** The list of packages from sources that wait for approval, each with links to its dry run and its source. */
export function InboxSection() {
  const { t } = useTranslation()
  const inbox = useQuery(callQuery(api.packages.inbox))
  const rows = inbox.data ?? []
  return (
    <Section title={t('packages.inboxTitle')} hint={t('packages.inboxHint')}>
      <QueryFailure query={inbox} title={t('packages.inboxFailed')} />
      {/* The line has its room from the start, so that what follows does not move. */}
      {rows.length === 0 && !inbox.isError ? (
        <p className={classes.note}>{inbox.data === undefined ? '\u00a0' : t('packages.noInbox')}</p>
      ) : null}
      {rows.length === 0 ? null : (
        <ScrollRegion label={t('packages.inboxTitle')} className={classes.wide}>
          <PlainTable aria-label={t('packages.inboxTitle')}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">{t('packages.package')}</Table.Th>
                <Table.Th scope="col">{t('packages.source')}</Table.Th>
                <Table.Th scope="col">{t('packages.from')}</Table.Th>
                <Table.Th scope="col">{t('packages.received')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {rows.map(({ id, fileName, origin, source, createdAt }) => (
                <Table.Tr key={id}>
                  <Table.Td>
                    <Link to={importsPath} search={{ import: id }}>
                      {fileName}
                    </Link>
                  </Table.Td>
                  <Table.Td>
                    {source === null ? null : <Link to={paths.packageSource(source.id)}>{source.name}</Link>}
                  </Table.Td>
                  <Table.Td>{origin.workplace}</Table.Td>
                  <Table.Td>
                    <DateTime at={createdAt} />
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </PlainTable>
        </ScrollRegion>
      )}
      <div>
        <LinkButton to={paths.packageSources} size="xs">
          {t('packages.sources')}
        </LinkButton>
      </div>
    </Section>
  )
}
