import { api } from '@millrace/contract'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { FilePage } from '../../../components/design-page/file-page.tsx'
import { designPaths } from '../../../config/design-paths.ts'
import { callQuery } from '../../../lib/api/call-query.ts'
import { OpenedDecision } from './opened-decision.tsx'

/** The editor of a decision of an application. */
export function Page() {
  const { t } = useTranslation()
  const { applicationId: appId = '', decisionId = '' } = useParams({ strict: false })
  return (
    <FilePage
      id={decisionId}
      query={callQuery(api.appDecisions.editor, { params: { appId, decisionId } })}
      designOf={({ decision }) => decision}
      title={t('pages.decisionEditor')}
      failed={t('appDecisions.failedOne')}
      backTo={designPaths.appDecision(appId, decisionId)}
      Opened={OpenedDecision}
    />
  )
}
