import IconTable from 'icon:table'
import { api } from '@millrace/contract'
import { appDecisionList } from '@millrace/contract/lists/app-decisions'
import { useTranslation } from 'react-i18next'
import { useDesignList } from '../../components/designs/use-design-list.tsx'
import { ListPage } from '../../components/list/list-page.tsx'
import { designPaths } from '../../config/design-paths.ts'

/** The decisions of all applications. */
export function Page() {
  const { t } = useTranslation()
  const { copy, ...props } = useDesignList({
    texts: 'appDecisions',
    icon: IconTable,
    newPath: designPaths.newAppDecision,
    pathOf: designPaths.appDecision,
    copyPath: designPaths.copyAppDecisions,
    copyIds: 'decisionIds',
  })
  return (
    <ListPage
      {...props}
      list={appDecisionList}
      call={api.appDecisions.list}
      failed={t('appDecisions.failed')}
      bulk={[copy]}
    />
  )
}
