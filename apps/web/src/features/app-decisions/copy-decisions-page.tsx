import { api, type DecisionCopy } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import { CopyDesignsPage } from '../../components/designs/copy-designs-page.tsx'
import { designPaths } from '../../config/design-paths.ts'
import { call } from '../../lib/api/call.ts'
import { callQuery } from '../../lib/api/call-query.ts'
import { decisionDraft } from './decision-kind.tsx'

/** The page that asks for the names and applications of copied decisions, and creates all copies or none. */
export function Page() {
  const { t } = useTranslation()
  return (
    <CopyDesignsPage<DecisionCopy>
      {...decisionDraft}
      texts="appDecisions"
      ids="decisionIds"
      proposals={(decisionIds) => callQuery(api.appDecisions.copyMultiple, { query: { decisionIds } })}
      save={(decisions) => call(api.appDecisions.saveMultiple, { body: { decisions: [...decisions] } })}
      place="decisions"
      listPath={designPaths.appDecisions}
      failed={t('appDecisions.copyDetailsFailed')}
    />
  )
}
