import IconUsersGroup from 'icon:users-group'
import { api } from '@millrace/contract'
import { involvedInstanceList } from '@millrace/contract/lists/started-instances'
import { useTranslation } from 'react-i18next'
import { ListPage } from '../../components/list/list-page.tsx'
import { useOwnInstances } from './use-own-instances.tsx'

/** The page of all instances that the user is involved in: they started it, had a task in it, or may claim one. */
export function Page() {
  const { t } = useTranslation()
  const { shared, toStart } = useOwnInstances(api.processes.involvedFilters)
  return (
    <ListPage
      list={involvedInstanceList}
      call={api.processes.involvingMe}
      help={t('processes.involvedHelp')}
      empty={{
        icon: IconUsersGroup,
        title: t('processes.noneInvolvedTitle'),
        text: t('processes.noneInvolvedText'),
        actions: toStart,
      }}
      {...shared}
    />
  )
}
