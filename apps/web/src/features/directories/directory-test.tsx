import { Button, Table } from '@mantine/core'
import { api, type DirectoryTest } from '@millrace/contract'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Banner } from '../../components/banner/banner.tsx'
import { ErrorBanner } from '../../components/banner/error-banner.tsx'
import { ScrollRegion } from '../../components/scroll-region/scroll-region.tsx'
import { Section } from '../../components/section/section.tsx'
import { PlainTable } from '../../components/table/plain-table.tsx'
import { call } from '../../lib/api/call.ts'
import classes from './directories.module.css'

interface Props {
  readonly id: string
  /** Something is not saved yet. */
  readonly isDirty: boolean
}

/** The section that reads the first users of a directory, and shows them. */
export function DirectoryTestSection({ id, isDirty }: Props) {
  const { t } = useTranslation()
  const test = useMutation({ mutationFn: () => call(api.directories.test, { params: { id } }) })
  return (
    <Section title={t('directory.test')} hint={t(isDirty ? 'directory.saveFirst' : 'directory.testHint')}>
      <div>
        <Button size="xs" loading={test.isPending} disabled={isDirty} onClick={() => test.mutate()}>
          {t('directory.test')}
        </Button>
      </div>
      <div role="status">
        {test.isPending ? t('directory.testing') : test.data === undefined ? null : <Outcome test={test.data} />}
      </div>
      {test.isError ? <ErrorBanner title={t('directory.testNotDone')} error={test.error} /> : null}
    </Section>
  )
}

function Outcome({ test: { fault, ms, examples, groups, hasMore } }: { test: DirectoryTest }) {
  const { t } = useTranslation()
  if (fault !== null)
    return (
      <Banner kind="warning" title={t('directory.testFailed')}>
        {fault}
      </Banner>
    )
  const count = { count: examples.length, ms: ms.toLocaleString('en') }
  return (
    <div className={classes.outcome}>
      {examples.length === 0 ? (
        <Banner kind="warning" title={t('directory.testNone')} />
      ) : (
        <Banner kind="success" title={hasMore ? t('directory.testMore', count) : t('directory.testOk', count)} />
      )}
      {examples.length === 0 ? null : (
        <ScrollRegion label={t('directories.users')} className={classes.scroll}>
          <PlainTable className={classes.table ?? ''}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('directory.usernameAttribute')}</Table.Th>
                <Table.Th>{t('directory.firstNameAttribute')}</Table.Th>
                <Table.Th>{t('directory.lastNameAttribute')}</Table.Th>
                <Table.Th>{t('directory.emailAttribute')}</Table.Th>
                <Table.Th>{t('directory.entry')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {examples.map((one) => (
                <Table.Tr key={one.dn}>
                  <Table.Td className={classes.name}>
                    {one.username ?? t('directory.noUsername')}
                    {one.hasKey ? null : <div className={classes.fault}>{t('directory.noKey')}</div>}
                    {one.isActive ? null : <div className={classes.quiet}>{t('directory.inactive')}</div>}
                  </Table.Td>
                  <Table.Td>{one.firstName}</Table.Td>
                  <Table.Td>{one.lastName}</Table.Td>
                  <Table.Td className={classes.name}>{one.email}</Table.Td>
                  <Table.Td className={classes.detail}>{one.dn}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </PlainTable>
        </ScrollRegion>
      )}
      {groups.length === 0 ? null : (
        <p className={classes.text}>{t('directory.testGroups', { names: groups.join(', ') })}</p>
      )}
    </div>
  )
}
