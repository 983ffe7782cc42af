import IconPlugConnected from 'icon:plug-connected'
import IconPlus from 'icon:plus'
import { api } from '@millrace/contract'
import { externalSystemList } from '@millrace/contract/lists/external-systems'
import { useTranslation } from 'react-i18next'
import { LinkButton } from '../../components/link/link-button.tsx'
import { ListPage } from '../../components/list/list-page.tsx'
import { integratePaths } from '../../config/integrate-paths.ts'

/** The page of the external systems of the workplace. */
export function ExternalSystemsPage() {
  const { t } = useTranslation()
  return (
    <ListPage
      list={externalSystemList}
      help={t('externalSystems.help')}
      call={api.externalSystems.list}
      actions={
        <LinkButton
          to={integratePaths.newSystem}
          size="xs"
          variant="filled"
          leftSection={<IconPlus size={15} stroke={1.6} />}
        >
          {t('externalSystems.add')}
        </LinkButton>
      }
      failed={t('externalSystems.failed')}
      empty={{
        icon: IconPlugConnected,
        title: t('externalSystems.noneTitle'),
        text: t('externalSystems.noneText'),
      }}
      hrefOf={({ id }) => integratePaths.system(id)}
    />
  )
}
