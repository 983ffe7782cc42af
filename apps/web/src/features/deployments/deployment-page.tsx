import IconTrash from 'icon:trash'
import { Button } from '@mantine/core'
import type { DeploymentDetail } from '@millrace/contract'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { PageHeader } from '../../components/page/page-header.tsx'
import { RecordPage } from '../../components/page/record-page.tsx'
import { paths } from '../../config/paths.ts'
import { DeleteDialog } from './delete-dialog.tsx'
import { DeploymentContent } from './deployment-content.tsx'
import { deploymentQuery } from './deployment-queries.ts'

/** A deployment: what it defines, its files, and the way to delete it. */
export function Page() {
  const { t } = useTranslation()
  const { id = '' } = useParams({ strict: false })
  return (
    <RecordPage
      query={useQuery(deploymentQuery(id))}
      title={t('deployment.title')}
      help={t('deployment.help')}
      failed={t('deployment.failed')}
      gone={{
        title: t('deployment.goneTitle'),
        text: t('deployment.goneText'),
        to: paths.deployments,
        toLabel: t('deployments.title'),
      }}
    >
      {(deployment) => <DeploymentRecord key={deployment.id} deployment={deployment} />}
    </RecordPage>
  )
}

function DeploymentRecord({ deployment }: { deployment: DeploymentDetail }) {
  const { t } = useTranslation()
  const [isDeleting, setDeleting] = useState(false)
  return (
    <>
      <PageHeader
        title={deployment.name ?? t('deployments.unnamed')}
        help={t('deployment.help')}
        actions={
          <Button
            size="xs"
            data-danger
            leftSection={<IconTrash size={15} stroke={1.6} />}
            onClick={() => setDeleting(true)}
          >
            {t('deployment.delete')}
          </Button>
        }
      />
      <DeploymentContent deployment={deployment} />
      <DeleteDialog deployment={deployment} isOpen={isDeleting} onClose={() => setDeleting(false)} />
    </>
  )
}
