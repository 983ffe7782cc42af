import IconStack2 from 'icon:stack-2'
import { api } from '@millrace/contract'
import { startedInstanceList } from '@millrace/contract/lists/started-instances'
import { useTranslation } from 'react-i18next'
import { ListPage } from '../../components/list/list-page.tsx'
import { useOwnInstances } from './use-own-instances.tsx'

/** The page of all instances that the user started, with their state. */
export function Page() {
  const { t } = useTranslation()
  const { shared, toStart } = useOwnInstances(api.processes.startedFilters)
  return (
    <ListPage
      list={startedInstanceList}
      call={api.processes.startedByMe}
      help={t('processes.startedByMeHelp')}
      empty={{
        icon: IconStack2,
        title: t('processes.noneTitle'),
        text: t('processes.noneText'),
        actions: toStart,
      }}
      {...shared}
    />
  )
}
