import { api, type PackageImportDetails } from '@millrace/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { DateTime } from '../../components/dates/dates.tsx'
import { Link } from '../../components/link/link.tsx'
import { AwaitedPage } from '../../components/page/awaited-page.tsx'
import { MetaFact, MetaRow } from '../../components/page/meta-row.tsx'
import { PageHeader } from '../../components/page/page-header.tsx'
import { paths } from '../../config/paths.ts'
import { callQuery } from '../../lib/api/call-query.ts'
import { presentSize } from '../../lib/present-size.ts'
import { ImportDecisions } from './import-decisions.tsx'
import { ImportResult } from './import-result.tsx'
import { importsPath } from './imports-path.ts'
import classes from './packages.module.css'

const trusts = { here: 'trustHere', trusted: 'trustTrusted', unknown: 'trustUnknown' } as const

/** The page of an import: its dry run and decisions, then its progress and result. */
export function ImportPage({ id }: { id: string }) {
  const { t } = useTranslation()
  const query = useQuery({
    ...callQuery(api.packages.get, { params: { id } }),
    refetchInterval: ({ state }) => (isUnderWay(state.data) ? 1_000 : false),
  })
  return (
    <AwaitedPage
      query={query}
      failed={t('packages.failed')}
      gone={{ title: t('packages.goneTitle'), text: t('packages.goneText') }}
    >
      {(details) => (
        <>
          <PageHeader
            title={t('packages.one', { name: details.fileName })}
            trail={[{ label: t('menu.importExport'), to: importsPath }]}
            badge={
              <span className={classes.badge}>
                {details.state === 'read' ? t('packages.dryRun') : t(`packageState.${details.state}`)}
              </span>
            }
            help={details.state === 'read' ? t('packages.oneHelp') : undefined}
          >
            <MetaRow>
              <MetaFact label={t('packages.package')}>
                {details.fileName}, {presentSize(details.fileSize)}
              </MetaFact>
              {details.source === null ? null : (
                <MetaFact label={t('packages.source')}>
                  <Link to={paths.packageSource(details.source.id)}>{details.source.name}</Link>
                </MetaFact>
              )}
              <MetaFact label={t('packages.from')}>{details.origin.workplace}</MetaFact>
              <MetaFact label={t('packages.created')}>
                <DateTime at={details.origin.createdAt} /> {details.origin.createdBy}
              </MetaFact>
              <MetaFact label={t('packages.signature')}>{t(`packages.${trustOf(details)}`)}</MetaFact>
            </MetaRow>
          </PageHeader>
          {details.state === 'read' ? <ImportDecisions details={details} /> : <ImportResult details={details} />}
        </>
      )}
    </AwaitedPage>
  )
}

function trustOf({ signature: { trust, isOfInstallation } }: PackageImportDetails) {
  return trust === 'unknown' && isOfInstallation ? 'trustUnknownWorkplace' : trusts[trust]
}

function isUnderWay(details: PackageImportDetails | undefined): boolean {
  return details?.state === 'waiting' || details?.state === 'running'
}
