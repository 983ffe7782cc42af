import { api } from '@millrace/contract'
import { appDecisionList } from '@millrace/contract/lists/app-decisions'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { DesignActions } from '../../components/designs/design-actions.tsx'
import { DesignEditor } from '../../components/designs/design-editor.tsx'
import { trailOfApplication } from '../../components/designs/trail-of-application.ts'
import { Link } from '../../components/link/link.tsx'
import { RecordPage } from '../../components/record/record-page.tsx'
import { designPaths } from '../../config/design-paths.ts'
import { toUrl } from '../../lib/api/send.ts'
import { kindOfDecision } from './decision-kind.tsx'

/** The page of a decision of an application: its details, its history, and a link to its editor. */
export function Page() {
  const { t } = useTranslation()
  const { appId = '', decisionId = '' } = useParams({ strict: false })
  const params = { appId, decisionId }
  const kind = kindOfDecision(params)
  // Beside it, not behind it.
  useQuery(kind.history)
  return (
    <RecordPage
      list={appDecisionList}
      query={useQuery(kind.query)}
      help={t('appDecisions.helpOne')}
      trail={({ application }) => trailOfApplication(application)}
      failed={t('appDecisions.failedOne')}
      gone={{ title: t('appDecisions.goneTitle'), text: t('designs.goneText') }}
      facts={['application', 'version', 'updated', 'updatedBy']}
      cells={{
        application: ({ application }) => <Link to={designPaths.application(application.id)}>{application.name}</Link>,
      }}
      actions={(decision) => (
        <DesignActions
          thing={decision}
          kind={kind}
          design={{
            to: designPaths.decisionEditor(appId, decisionId),
            label: t(decision.disabled === null ? 'appDecisions.edit' : 'appDecisions.look'),
          }}
          exportHref={toUrl(api.appDecisions.exportFile, { params })}
          copy={{ to: designPaths.copyAppDecisions, search: { decisionIds: decisionId } }}
        />
      )}
    >
      {(decision, facts) => (
        // What nobody may save any more is not kept.
        <DesignEditor key={decision.disabled?.at} thing={decision} kind={kind} facts={facts} />
      )}
    </RecordPage>
  )
}
