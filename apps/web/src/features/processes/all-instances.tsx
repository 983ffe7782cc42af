import IconStack2 from 'icon:stack-2'
import { api } from '@millrace/contract'
import { allInstanceList } from '@millrace/contract/lists/started-instances'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { LinkButton } from '../../components/link/link-button.tsx'
import { ListPage } from '../../components/list/list-page.tsx'
import type { OfView } from '../../components/list/views/custom-view-page.tsx'
import { paths } from '../../config/paths.ts'
import { callQuery } from '../../lib/api/call-query.ts'
import { useInstanceCells } from './instance-cells.tsx'
import { useInstanceBulk } from './use-instance-bulk.tsx'

/** The list of all instances, or one view of it, with actions for operators on several. */
export function AllInstances(page: { readonly help: ReactNode } & Partial<OfView>) {
  const { t } = useTranslation()
  const { data: known } = useQuery({ ...callQuery(api.processes.allFilters), staleTime: 60_000 })
  const { actions, dialogs } = useInstanceBulk()
  return (
    <>
      <ListPage
        list={allInstanceList}
        call={api.processes.all}
        failed={t('processes.failed')}
        empty={{ icon: IconStack2, title: t('processes.noneAtAllTitle'), text: t('processes.noneAtAllText') }}
        hrefOf={({ id }) => paths.engineInstance(id)}
        choices={{ process: known?.processes.map(({ key, name }) => ({ value: key, label: name })) }}
        cells={useInstanceCells()}
        variableNames={callQuery(api.processes.allVariableNames)}
        bulk={actions}
        hasBulkOfAll
        actions={<LinkButton to={paths.batches}>{t('batchStart.batches')}</LinkButton>}
        {...page}
      />
      {dialogs}
    </>
  )
}
