import IconSchema from 'icon:schema'
import { api } from '@millrace/contract'
import { definitionList } from '@millrace/contract/lists/definitions'
import { useTranslation } from 'react-i18next'
import { LinkButton } from '../../components/link/link-button.tsx'
import { ListPage } from '../../components/list/list-page.tsx'
import { StatusBadge } from '../../components/status/status-badge.tsx'
import { paths } from '../../config/paths.ts'
import { Alarm, Running } from './counts.tsx'

/** The page with all deployed processes, for operators. */
export function Page() {
  const { t } = useTranslation()
  return (
    <ListPage
      list={definitionList}
      call={api.definitions.list}
      help={t('definitions.help')}
      failed={t('definitions.failed')}
      empty={{
        icon: IconSchema,
        title: t('definitions.noneTitle'),
        text: t('definitions.noneText'),
        actions: <LinkButton to={paths.deployments}>{t('definitions.toDeployments')}</LinkButton>,
      }}
      hrefOf={({ id }) => paths.definition(id)}
      actions={<LinkButton to={paths.cleanUp}>{t('definition.toCleanUp')}</LinkButton>}
      cells={{
        running: ({ running }) => <Running count={running} />,
        incidents: ({ incidents }) => <Alarm count={incidents} />,
        suspended: ({ isSuspended }) => (isSuspended ? <StatusBadge status="suspended" /> : null),
      }}
    />
  )
}
