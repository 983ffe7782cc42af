import { api } from '@millrace/contract'
import { applicationList } from '@millrace/contract/lists/applications'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { DeployButton } from '../../components/deployment/deploy-button.tsx'
import { LinkButton } from '../../components/link/link-button.tsx'
import { DisableButton } from '../../components/record/disable-button.tsx'
import { RecordPage } from '../../components/record/record-page.tsx'
import { designPaths } from '../../config/design-paths.ts'
import { call } from '../../lib/api/call.ts'
import { useKept } from '../../lib/api/use-kept.ts'
import { useMay } from '../../lib/session/use-may.ts'
import { ApplicationEditor } from './application-editor.tsx'
import { applicationQuery, describeApplication } from './application-query.ts'

/** The page of an application, with its processes, its forms and its deployments. */
export function Page() {
  const { t } = useTranslation()
  const { appId = '' } = useParams({ strict: false })
  const query = applicationQuery(appId)
  const keep = useKept(query.queryKey)
  const mayCreate = useMay('applications.design', null)
  const mayDesign = useMay('applications.design', appId)
  return (
    <RecordPage
      list={applicationList}
      query={useQuery(query)}
      help={t('applications.helpOne')}
      hasTabs
      {...describeApplication(t)}
      facts={['key', 'category', 'updated', 'updatedBy']}
      actions={(application) => (
        <>
          {mayCreate ? (
            <LinkButton to={designPaths.copyApplication(appId)} size="xs">
              {t('record.copy')}
            </LinkButton>
          ) : null}
          {application.disabled === null && mayDesign ? (
            <LinkButton to={designPaths.importFiles(appId)} size="xs">
              {t('imports.start')}
            </LinkButton>
          ) : null}
          {mayDesign ? (
            <DisableButton
              name={application.name}
              isDisabled={application.disabled !== null}
              text={t('applications.disableText')}
              action={t('applications.disableAction')}
              onDisable={async (deletedReason) =>
                keep(await call(api.applications.disable, { params: { appId }, query: { deletedReason } }))
              }
            />
          ) : null}
          {application.disabled === null ? <DeployButton application={application} /> : null}
        </>
      )}
    >
      {(application, facts) => (
        // What nobody may save any more is not kept.
        <ApplicationEditor key={application.disabled?.at} application={application} facts={facts} onSaved={keep} />
      )}
    </RecordPage>
  )
}
