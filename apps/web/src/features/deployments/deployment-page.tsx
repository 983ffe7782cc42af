import { deploymentList } from '@millrace/contract/lists/deployments'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { RecordPage } from '../../components/record/record-page.tsx'
import { useMay } from '../../lib/session/use-may.ts'
import { DeleteButton } from './delete-button.tsx'
import { DeploymentContent } from './deployment-content.tsx'
import { deploymentQuery, needsQuery } from './deployment-queries.ts'

/** The page of a deployment: its definitions, its files, and the button to delete it. */
export function Page() {
  const { t } = useTranslation()
  const mayDelete = useMay('deployments.delete', null)
  const { id = '' } = useParams({ strict: false })
  // Beside the deployment itself: the warnings are above the rest, which appears together with them.
  useQuery(needsQuery(id))
  return (
    <RecordPage
      list={deploymentList}
      query={useQuery(deploymentQuery(id))}
      help={t('deployment.help')}
      failed={t('deployment.failed')}
      gone={{ title: t('deployment.goneTitle'), text: t('deployment.goneText') }}
      unnamed={t('deployments.unnamed')}
      facts={['deployed', 'deployedBy', 'source']}
      actions={(deployment) => (mayDelete ? <DeleteButton deployment={deployment} /> : null)}
    >
      {(deployment, facts) => <DeploymentContent deployment={deployment} facts={facts} />}
    </RecordPage>
  )
}
