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
import { OpenedDecision } from './opened-decision.tsx'

/** The editor of a decision of an application: a page without the shell around it. */
export function Page() {
  const { t } = useTranslation()
  const { applicationId: appId = '', decisionId = '' } = useParams({ strict: false })
  // What is written here is the truth until it is saved: it is not to be fetched again behind it.
  const query = useQuery({
    ...callQuery(api.appDecisions.editor, { params: { appId, decisionId } }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  const newest = useNewest(decisionId, async () => {
    const { data, isError } = await query.refetch()
    return isError ? undefined : data?.decision.version
  })
  const name = query.data?.decision.name
  useDocumentTitle(name === undefined ? t('pages.decisionEditor') : `${name}: ${t('pages.decisionEditor')}`)
  const back = (
    <ActionIcon
      renderRoot={(root: object) => (
        <Link {...root} to={designPaths.appDecision(appId, decisionId)} aria-label={t('tool.back')} />
      )}
    >
      <IconArrowLeft size={17} stroke={1.6} />
    </ActionIcon>
  )
  if (query.data !== undefined)
    return <OpenedDecision key={newest.key} detail={query.data} back={back} onFreed={newest.open} />
  const failure = query.isError
    ? { title: t('appDecisions.failedOne'), error: query.error, onRetry: () => void query.refetch() }
    : null
  return <DesignRoom back={back} title={t('pages.decisionEditor')} failure={failure} />
}
