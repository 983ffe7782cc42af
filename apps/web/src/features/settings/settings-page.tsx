import '../../lib/setting-texts.ts'
import IconHistory from 'icon:history'
import { api } from '@millrace/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { QueryFailure } from '../../components/banner/query-failure.tsx'
import { SkeletonRows } from '../../components/delayed/skeleton-rows.tsx'
import { LinkButton } from '../../components/link/link-button.tsx'
import { PageBody } from '../../components/page/page-body.tsx'
import { PageHeader } from '../../components/page/page-header.tsx'
import { paths } from '../../config/paths.ts'
import { callQuery } from '../../lib/api/call-query.ts'
import classes from './settings.module.css'
import { SettingsEditor } from './settings-editor.tsx'

/** The page with the settings of the workplace; in the default workplace those of the installation too. */
export function Page() {
  const { t } = useTranslation()
  const query = useQuery(callQuery(api.settings.list))
  const { data } = query
  return (
    <>
      <PageHeader
        help={t('adminSettings.help')}
        actions={
          <LinkButton to={paths.auditEntity('setting')} size="xs" leftSection={<IconHistory size={16} stroke={1.6} />}>
            {t('adminSettings.history')}
          </LinkButton>
        }
      />
      <QueryFailure query={query} title={t('adminSettings.failed')} className={classes.failure} />
      {data !== undefined ? (
        <SettingsEditor rows={data.settings} onOutdated={() => void query.refetch()} />
      ) : query.isError ? null : (
        <PageBody>
          <SkeletonRows count={8} height={56} />
        </PageBody>
      )}
    </>
  )
}
