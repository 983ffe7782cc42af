import { useParams } from '@tanstack/react-router'
import { AdapterPage } from './adapter-page.tsx'
import { ApiPage } from './api-page.tsx'
import { ConnectionPage } from './connection-page.tsx'
import { ExternalSystemPage } from './external-system-page.tsx'

// The first load names each file that a page comes from: the pages of this area share one.
export { ExternalSystemsPage } from './external-systems-page.tsx'
export { NewExternalSystem } from './new-external-system.tsx'

export function KnownExternalSystem() {
  const { externalSystemId = '' } = useParams({ strict: false })
  return <ExternalSystemPage id={externalSystemId} />
}

export function NewApi() {
  const { externalSystemId = '' } = useParams({ strict: false })
  return <ApiPage systemId={externalSystemId} id="new" />
}

export function KnownApi() {
  const { externalSystemId = '', apiId = '' } = useParams({ strict: false })
  return <ApiPage systemId={externalSystemId} id={apiId} />
}

export function RestConnection() {
  const { externalSystemId = '', connectionId = '' } = useParams({ strict: false })
  return <ConnectionPage systemId={externalSystemId} kind="rest" id={connectionId} />
}

export function DatabaseConnection() {
  const { externalSystemId = '', connectionId = '' } = useParams({ strict: false })
  return <ConnectionPage systemId={externalSystemId} kind="database" id={connectionId} />
}

export function RestAdapter() {
  const { externalSystemId = '', restadapterId = '' } = useParams({ strict: false })
  return <AdapterPage systemId={externalSystemId} kind="rest" id={restadapterId} />
}

export function SqlAdapter() {
  const { externalSystemId = '', sqladapterId = '' } = useParams({ strict: false })
  return <AdapterPage systemId={externalSystemId} kind="sql" id={sqladapterId} />
}
