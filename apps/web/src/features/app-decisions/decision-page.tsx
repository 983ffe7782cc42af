import { Button } from '@mantine/core'
import { api } from '@millrace/contract'
import { appDecisionList } from '@millrace/contract/lists/app-decisions'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { LinkButton } from '../../components/link/link-button.tsx'
import { DisableButton } from '../../components/record/disable-button.tsx'
import { RecordPage } from '../../components/record/record-page.tsx'
import { designPaths } from '../../config/design-paths.ts'
import { call } from '../../lib/api/call.ts'
import { toUrl } from '../../lib/api/send.ts'
import { useKept } from '../../lib/api/use-kept.ts'
import { DecisionEditor } from './decision-editor.tsx'
import { decisionQuery } from './decision-queries.ts'

/** A decision of an application: its details, its history, and the way to its file. */
export function Page() {
  const { t } = useTranslation()
  const { appId = '', decisionId = '' } = useParams({ strict: false })
  const params = { appId, decisionId }
  const query = decisionQuery(params)
  const keep = useKept(query.queryKey)
  return (
    <RecordPage
      list={appDecisionList}
      query={useQuery(query)}
      help={t('appDecisions.helpOne')}
      failed={t('appDecisions.failedOne')}
      gone={{ title: t('appDecisions.goneTitle'), text: t('appDecisions.goneText') }}
      facts={['application', 'version', 'updated', 'updatedBy']}
      actions={({ name, disabled }) => (
        <>
          <LinkButton size="xs" variant="filled" to={designPaths.decisionEditor(appId, decisionId)}>
            {t(disabled === null ? 'appDecisions.edit' : 'appDecisions.look')}
          </LinkButton>
          <Button size="xs" component="a" href={toUrl(api.appDecisions.exportFile, { params })} download>
            {t('appDecisions.export')}
          </Button>
          {disabled === null ? (
            <LinkButton size="xs" to={designPaths.copyAppDecisions} search={{ decisionIds: decisionId }}>
              {t('record.copy')}
            </LinkButton>
          ) : null}
          <DisableButton
            name={name}
            isDisabled={disabled !== null}
            text={t('appDecisions.disableText')}
            action={t('appDecisions.disableAction')}
            onDisable={async (deletedReason) =>
              keep(await call(api.appDecisions.disable, { params, query: { deletedReason } }))
            }
          />
        </>
      )}
    >
      {(decision, facts) => (
        // What nobody may save any more is not kept.
        <DecisionEditor key={decision.disabled?.at} decision={decision} facts={facts} onSaved={keep} />
      )}
    </RecordPage>
  )
}
