import { useParams } from '@tanstack/react-router'
import { AdapterPage } from './adapter-page.tsx'
import { ApiPage } from './api-page.tsx'
import { ConnectionPage } from './connection-page.tsx'
import { ExternalSystemPage } from './external-system-page.tsx'
import { ExternalTrail } from './external-trail.tsx'

/** The pages of external systems, each under the name of its help. The route table says which address has which. */
export { ExternalSystemsPage as externalSystems } from './external-systems-page.tsx'
export { NewExternalSystem as newExternalSystem } from './new-external-system.tsx'
export {
  Api as api,
  DatabaseConnection as databaseConnection,
  ExternalSystem as externalSystem,
  FileAdapter as fileAdapter,
  FileConnection as fileConnection,
  MailConnection as mailConnection,
  NewApi as newApi,
  RestAdapter as restAdapter,
  RestConnection as restConnection,
  SqlAdapter as sqlAdapter,
}

function ExternalSystem() {
  const { externalSystemId = '' } = useParams({ strict: false })
  return <ExternalSystemPage id={externalSystemId} />
}

function NewApi() {
  const { externalSystemId = '' } = useParams({ strict: false })
  return (
    <ExternalTrail>
      <ApiPage systemId={externalSystemId} id="new" />
    </ExternalTrail>
  )
}

function Api() {
  const { externalSystemId = '', apiId = '' } = useParams({ strict: false })
  return (
    <ExternalTrail>
      <ApiPage systemId={externalSystemId} id={apiId} />
    </ExternalTrail>
  )
}

function RestConnection() {
  const { externalSystemId = '', connectionId = '' } = useParams({ strict: false })
  return (
    <ExternalTrail>
      <ConnectionPage systemId={externalSystemId} kind="rest" id={connectionId} />
    </ExternalTrail>
  )
}

function DatabaseConnection() {
  const { externalSystemId = '', connectionId = '' } = useParams({ strict: false })
  return (
    <ExternalTrail>
      <ConnectionPage systemId={externalSystemId} kind="database" id={connectionId} />
    </ExternalTrail>
  )
}

function FileConnection() {
  const { externalSystemId = '', apiId = '', connectionId = '' } = useParams({ strict: false })
  return (
    <ExternalTrail>
      <ConnectionPage systemId={externalSystemId} kind="file" apiId={apiId} id={connectionId} />
    </ExternalTrail>
  )
}

function MailConnection() {
  const { externalSystemId = '', connectionId = '' } = useParams({ strict: false })
  return (
    <ExternalTrail>
      <ConnectionPage systemId={externalSystemId} kind="mail" id={connectionId} />
    </ExternalTrail>
  )
}

function FileAdapter() {
  const { externalSystemId = '', apiId = '', fileadapterid = '' } = useParams({ strict: false })
  return (
    <ExternalTrail>
      <AdapterPage systemId={externalSystemId} kind="file" apiId={apiId} id={fileadapterid} />
    </ExternalTrail>
  )
}

function RestAdapter() {
  const { externalSystemId = '', restadapterId = '' } = useParams({ strict: false })
  return (
    <ExternalTrail>
      <AdapterPage systemId={externalSystemId} kind="rest" id={restadapterId} />
    </ExternalTrail>
  )
}

function SqlAdapter() {
  const { externalSystemId = '', sqladapterId = '' } = useParams({ strict: false })
  return (
    <ExternalTrail>
      <AdapterPage systemId={externalSystemId} kind="sql" id={sqladapterId} />
    </ExternalTrail>
  )
}
