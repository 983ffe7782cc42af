import IconPlus from 'icon:plus'
import IconUsersGroup from 'icon:users-group'
import { api } from '@millrace/contract'
import { groupList } from '@millrace/contract/lists/groups'
import { useTranslation } from 'react-i18next'
import { LinkButton } from '../../components/link/link-button.tsx'
import { ListPage } from '../../components/list/list-page.tsx'
import { pathOfGroup } from './group-query.ts'

/** The page of the groups of the workplace. */
export function Page() {
  const { t } = useTranslation()
  return (
    <ListPage
      list={groupList}
      call={api.groups.list}
      help={t('groups.help')}
      actions={
        <LinkButton
          to={pathOfGroup('new')}
          size="xs"
          variant="filled"
          leftSection={<IconPlus size={15} stroke={1.6} />}
        >
          {t('groups.add')}
        </LinkButton>
      }
      failed={t('groups.failed')}
      empty={{ icon: IconUsersGroup, title: t('groups.noneTitle'), text: t('groups.noneText') }}
      hrefOf={({ id }) => pathOfGroup(id)}
    />
  )
}
