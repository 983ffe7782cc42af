import IconList from 'icon:list'
import IconPlus from 'icon:plus'
import { api } from '@millrace/contract'
import { packageSourceList } from '@millrace/contract/lists/package-sources'
import { useTranslation } from 'react-i18next'
import { LinkButton } from '../../components/link/link-button.tsx'
import { ListPage } from '../../components/list/list-page.tsx'
import { pathOfPackageSource } from './package-source-query.ts'

/** The page of the package sources of the workplace. */
export function Page() {
  const { t } = useTranslation()
  return (
    <ListPage
      list={packageSourceList}
      call={api.packageSources.list}
      help={t('packageSources.help')}
      actions={
        <LinkButton
          to={pathOfPackageSource('new')}
          size="xs"
          variant="filled"
          leftSection={<IconPlus size={15} stroke={1.6} />}
        >
          {t('packageSources.add')}
        </LinkButton>
      }
      failed={t('packageSources.failed')}
      empty={{ icon: IconList, title: t('packageSources.noneTitle'), text: t('packageSources.noneText') }}
      hrefOf={({ id }) => pathOfPackageSource(id)}
    />
  )
}
