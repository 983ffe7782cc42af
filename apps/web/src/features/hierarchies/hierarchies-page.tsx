import IconList from 'icon:list'
import IconPlus from 'icon:plus'
import { api } from '@millrace/contract'
import { hierarchyList } from '@millrace/contract/lists/hierarchies'
import { useTranslation } from 'react-i18next'
import { LinkButton } from '../../components/link/link-button.tsx'
import { ListPage } from '../../components/list/list-page.tsx'
import { pathOfHierarchy } from './hierarchy-query.ts'

/** The hierarchies of the workplace. */
export function Page() {
  const { t } = useTranslation()
  return (
    <ListPage
      list={hierarchyList}
      call={api.hierarchies.list}
      help={t('hierarchies.help')}
      actions={
        <LinkButton
          to={pathOfHierarchy('new')}
          size="xs"
          variant="filled"
          leftSection={<IconPlus size={15} stroke={1.6} />}
        >
          {t('hierarchies.add')}
        </LinkButton>
      }
      failed={t('hierarchies.failed')}
      empty={{ icon: IconList, title: t('hierarchies.noneTitle'), text: t('hierarchies.noneText') }}
      hrefOf={({ id }) => pathOfHierarchy(id)}
    />
  )
}
