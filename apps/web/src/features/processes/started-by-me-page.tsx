import IconStack2 from 'icon:stack-2'
import { api } from '@millrace/contract'
import { startedInstanceList } from '@millrace/contract/lists/started-instances'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { LinkButton } from '../../components/link/link-button.tsx'
import { ListPage } from '../../components/list/list-page.tsx'
import { paths } from '../../config/paths.ts'
import { callQuery } from '../../lib/api/call-query.ts'
import { useInstanceCells } from './instance-cells.tsx'

/** Every instance that the user started, and where it stands. */
export function Page() {
  const { t } = useTranslation()
  const { data } = useQuery(callQuery(api.processes.startedFilters))
  return (
    <ListPage
      list={startedInstanceList}
      call={api.processes.startedByMe}
      help={t('processes.startedByMeHelp')}
      failed={t('processes.failed')}
      empty={{
        icon: IconStack2,
        title: t('processes.noneTitle'),
        text: t('processes.noneText'),
        actions: (
          <LinkButton to={paths.home} variant="filled">
            {t('processes.start')}
          </LinkButton>
        ),
      }}
      hrefOf={({ id }) => paths.instance(id)}
      choices={{ process: data?.processes.map(({ key, name }) => ({ value: key, label: name })) }}
      cells={useInstanceCells()}
      variableNames={callQuery(api.processes.variableNames)}
    />
  )
}
