import { Button, Table } from '@mantine/core'
import { api, type SsoTestResult } from '@millrace/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Banner } from '../../components/banner/banner.tsx'
import { ErrorBanner } from '../../components/banner/error-banner.tsx'
import { QueryFailure } from '../../components/banner/query-failure.tsx'
import { ScrollRegion } from '../../components/scroll-region/scroll-region.tsx'
import { Section } from '../../components/section/section.tsx'
import { PlainTable } from '../../components/table/plain-table.tsx'
import { call } from '../../lib/api/call.ts'
import { callQuery } from '../../lib/api/call-query.ts'
import { presentDateTime } from '../../lib/dates.ts'
import classes from './settings.module.css'

/** A test sign-in at the provider, and the claims of the last one. */
export function SsoTestSection() {
  const { t } = useTranslation()
  const test = useQuery(callQuery(api.ssoTest.get))
  const start = useMutation({
    mutationFn: () => call(api.ssoTest.start),
    onSuccess: ({ location: address }) => location.assign(address),
  })
  return (
    <Section title={t('adminSettings.ssoTest')} hint={t('adminSettings.ssoTestHint')}>
      <QueryFailure query={test} title={t('adminSettings.failed')} />
      {start.isError ? <ErrorBanner title={t('adminSettings.ssoTestFailed')} error={start.error} /> : null}
      {test.data === undefined ? null : test.data.isConfigured ? (
        <div>
          <Button loading={start.isPending || start.isSuccess} onClick={() => start.mutate()}>
            {t('adminSettings.ssoTestStart')}
          </Button>
        </div>
      ) : (
        <p>{t('adminSettings.ssoTestOff')}</p>
      )}
      {test.data?.result ? <Result result={test.data.result} /> : null}
    </Section>
  )
}

function Result({ result }: { readonly result: SsoTestResult }) {
  const { t } = useTranslation()
  const { at, failure, username, roles, workplaces, claims } = result
  const title = t('adminSettings.ssoResultTitle', { when: presentDateTime(at) })
  if (failure !== null)
    return (
      <Banner kind="error" title={title}>
        {t(failure === 'sso.refused' ? 'adminSettings.ssoRefused' : 'adminSettings.ssoUnavailable')}
      </Banner>
    )
  const facts = [
    [t('adminSettings.ssoUser'), username ?? t('adminSettings.ssoNoUser')],
    [
      t('adminSettings.ssoRoles'),
      roles === null
        ? t('adminSettings.ssoRolesHere')
        : roles.length === 0
          ? t('adminSettings.ssoNoRoles')
          : roles.join(', '),
    ],
    ...(workplaces === null ? [] : [[t('adminSettings.ssoWorkplaces'), workplaces.join(', ')]]),
  ]
  return (
    <>
      <Banner kind={username === null ? 'warning' : 'success'} title={title}>
        {facts.map(([name, value]) => (
          <div key={name}>{`${name}: ${value}`}</div>
        ))}
      </Banner>
      <ScrollRegion label={t('adminSettings.ssoClaim')} className={classes.claims}>
        <PlainTable aria-label={t('adminSettings.ssoClaim')}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t('adminSettings.ssoClaim')}</Table.Th>
              <Table.Th>{t('adminSettings.ssoValue')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {claims.map(({ name, value }) => (
              <Table.Tr key={name}>
                <Table.Td>{name}</Table.Td>
                <Table.Td style={{ overflowWrap: 'anywhere' }}>{value}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </PlainTable>
      </ScrollRegion>
    </>
  )
}
