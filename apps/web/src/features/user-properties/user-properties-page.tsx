import IconList from 'icon:list'
import IconPlus from 'icon:plus'
import { api } from '@millrace/contract'
import { userPropertyList } from '@millrace/contract/lists/user-properties'
import { useTranslation } from 'react-i18next'
import { LinkButton } from '../../components/link/link-button.tsx'
import { ListPage } from '../../components/list/list-page.tsx'
import { pathOfUserProperty } from './user-property-query.ts'

/** The user properties of the workplace. */
export function Page() {
  const { t } = useTranslation()
  return (
    <ListPage
      list={userPropertyList}
      call={api.userProperties.list}
      help={t('userProperties.help')}
      actions={
        <LinkButton
          to={pathOfUserProperty('new')}
          size="xs"
          variant="filled"
          leftSection={<IconPlus size={15} stroke={1.6} />}
        >
          {t('userProperties.add')}
        </LinkButton>
      }
      failed={t('userProperties.failed')}
      empty={{ icon: IconList, title: t('userProperties.noneTitle'), text: t('userProperties.noneText') }}
      hrefOf={({ id }) => pathOfUserProperty(id)}
      cells={{ type: ({ type }) => t(`userProperties.types.${type}`) }}
    />
  )
}
