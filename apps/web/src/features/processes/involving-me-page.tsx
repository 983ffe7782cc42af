import IconUsersGroup from 'icon:users-group'
import { api } from '@millrace/contract'
import { involvedInstanceList } from '@millrace/contract/lists/started-instances'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { LinkButton } from '../../components/link/link-button.tsx'
import { ListPage } from '../../components/list/list-page.tsx'
import { paths } from '../../config/paths.ts'
import { callQuery } from '../../lib/api/call-query.ts'
import { useInstanceCells } from './instance-cells.tsx'

/** Every instance that the user started, has or had a task in, or may claim one of. */
export function Page() {
  const { t } = useTranslation()
  const { data } = useQuery(callQuery(api.processes.involvedFilters))
  return (
    <ListPage
      list={involvedInstanceList}
      call={api.processes.involvingMe}
      help={t('processes.involvedHelp')}
      failed={t('processes.failed')}
      empty={{
        icon: IconUsersGroup,
        title: t('processes.noneInvolvedTitle'),
        text: t('processes.noneInvolvedText'),
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
