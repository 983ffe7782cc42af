import IconFileOff from 'icon:file-off'
import IconTrash from 'icon:trash'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../../components/banner/error-banner.tsx'
import { SkeletonRows } from '../../components/delayed/skeleton-rows.tsx'
import { EmptyState } from '../../components/empty-state/empty-state.tsx'
import { LinkButton } from '../../components/link/link-button.tsx'
import { PageBody } from '../../components/page/page-body.tsx'
import { PageHeader } from '../../components/page/page-header.tsx'
import { paths } from '../../config/paths.ts'
import { hasCode } from '../../lib/api/api-error.ts'
import { DeleteDialog } from './delete-dialog.tsx'
import { DeploymentContent } from './deployment-content.tsx'
import { deploymentQuery } from './deployment-queries.ts'

/** A deployment: what it defines, its files, and the way to delete it. */
export function Page() {
  const { t } = useTranslation()
  const { id = '' } = useParams({ strict: false })
  const { data, isError, error, refetch } = useQuery(deploymentQuery(id))
  const [isDeleting, setDeleting] = useState(false)
  const isGone = hasCode(error, 'thing.not-found')
  return (
    <>
      <PageHeader
        title={data ? (data.name ?? t('deployments.unnamed')) : t('deployment.title')}
        help={t('deployment.help')}
        actions={
          data ? (
            <Button
              size="xs"
              data-danger
              leftSection={<IconTrash size={15} stroke={1.6} />}
              onClick={() => setDeleting(true)}
            >
              {t('deployment.delete')}
            </Button>
          ) : null
        }
      />
      {data ? (
        <>
          <DeploymentContent deployment={data} />
          <DeleteDialog deployment={data} isOpen={isDeleting} onClose={() => setDeleting(false)} />
        </>
      ) : (
        <PageBody>
          {isGone ? (
            <EmptyState
              icon={IconFileOff}
              title={t('deployment.goneTitle')}
              text={t('deployment.goneText')}
              actions={
                <LinkButton to={paths.deployments} variant="filled">
                  {t('deployments.title')}
                </LinkButton>
              }
            />
          ) : null}
          {isError && !isGone ? (
            <ErrorBanner title={t('deployment.failed')} error={error} onRetry={() => void refetch()} />
          ) : null}
          {isError ? null : <SkeletonRows count={5} height={40} />}
        </PageBody>
      )}
    </>
  )
}
