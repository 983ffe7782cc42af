import IconArrowLeft from 'icon:arrow-left'
import { ActionIcon } from '@mantine/core'
import { api } from '@millrace/contract'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { DesignRoom } from '../../../components/design-page/design-room.tsx'
import { useNewest } from '../../../components/design-page/use-newest.ts'
import { Link } from '../../../components/link/link.tsx'
import { designPaths } from '../../../config/design-paths.ts'
import { callQuery } from '../../../lib/api/call-query.ts'
import { useDocumentTitle } from '../../../lib/use-document-title.ts'
import { ProcessModeller } from './process-modeller.tsx'

/** The modeller of a process of an application: a page without the shell around it. */
export function Page() {
  const { t } = useTranslation()
  const { applicationId: appId = '', processId = '' } = useParams({ strict: false })
  // What is drawn here is the truth until it is saved: it is not to be fetched again behind it.
  const query = useQuery({
    ...callQuery(api.appProcesses.modeller, { params: { appId, processId } }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const newest = useNewest(processId, async () => {
    const { data, isError } = await query.refetch()
    return isError ? undefined : data?.process.version
  })
  const name = query.data?.process.name
  useDocumentTitle(name === undefined ? t('pages.modeller') : `${name}: ${t('pages.modeller')}`)
  const back = (
    <ActionIcon
      renderRoot={(root: object) => (
        <Link {...root} to={designPaths.appProcess(appId, processId)} aria-label={t('tool.back')} />
      )}
    >
      <IconArrowLeft size={17} stroke={1.6} />
    </ActionIcon>
  )
  if (query.data !== undefined)
    return <ProcessModeller key={newest.key} detail={query.data} back={back} onFreed={newest.open} />
  const failure = query.isError
    ? { title: t('modellerPage.failed'), error: query.error, onRetry: () => void query.refetch() }
    : null
  return <DesignRoom back={back} title={t('pages.modeller')} failure={failure} />
}
