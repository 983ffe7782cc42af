import { useMatches, useParams } from '@tanstack/react-router'
import { AdapterPage } from './adapter-page.tsx'
import { ApiPage } from './api-page.tsx'
import { ConnectionPage } from './connection-page.tsx'
import { ExternalSystemPage } from './external-system-page.tsx'
import { ExternalSystemsPage } from './external-systems-page.tsx'
import { NewExternalSystem } from './new-external-system.tsx'

/** All pages of external systems: they come with one file, of which the first load knows the name. */
export function Page() {
  const path = useMatches({ select: (matches) => matches.at(-1)?.staticData.page?.path ?? '' })
  const params = useParams({ strict: false })
  const { externalSystemId: systemId = '', connectionId = '', restadapterId, sqladapterId } = params
  if (path.includes('/rest/')) return <ConnectionPage systemId={systemId} kind="rest" id={connectionId} />
  if (path.includes('/database/')) return <ConnectionPage systemId={systemId} kind="database" id={connectionId} />
  if (restadapterId !== undefined) return <AdapterPage systemId={systemId} kind="rest" id={restadapterId} />
  if (sqladapterId !== undefined) return <AdapterPage systemId={systemId} kind="sql" id={sqladapterId} />
  if (path.includes('/apis/')) return <ApiPage systemId={systemId} id={params.apiId ?? 'new'} />
  if (systemId !== '') return <ExternalSystemPage id={systemId} />
  return path.endsWith('/new') ? <NewExternalSystem /> : <ExternalSystemsPage />
}
