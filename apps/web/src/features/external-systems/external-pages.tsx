import { useParams } from '@tanstack/react-router'
import { AdapterPage } from './adapter-page.tsx'
import { ApiPage } from './api-page.tsx'
import { ConnectionPage } from './connection-page.tsx'
import { ExternalSystemPage } from './external-system-page.tsx'
import { withExternalTrail } from './external-trail.tsx'

/** The pages of external systems, each under the name of its help. The route table says which address has which. */
export { ExternalSystemsPage as externalSystems } from './external-systems-page.tsx'
export { NewExternalSystem as newExternalSystem } from './new-external-system.tsx'
export { ExternalSystem as externalSystem }

function ExternalSystem() {
  const { externalSystemId = '' } = useParams({ strict: false })
  return <ExternalSystemPage id={externalSystemId} />
}

function NewApi() {
  const { externalSystemId = '' } = useParams({ strict: false })
  return <ApiPage systemId={externalSystemId} id="new" />
}

function Api() {
  const { externalSystemId = '', apiId = '' } = useParams({ strict: false })
  return <ApiPage systemId={externalSystemId} id={apiId} />
}

function RestConnection() {
  const { externalSystemId = '', connectionId = '' } = useParams({ strict: false })
  return <ConnectionPage systemId={externalSystemId} kind="rest" id={connectionId} />
}

function DatabaseConnection() {
  const { externalSystemId = '', connectionId = '' } = useParams({ strict: false })
  return <ConnectionPage systemId={externalSystemId} kind="database" id={connectionId} />
}

function FileConnection() {
  const { externalSystemId = '', apiId = '', connectionId = '' } = useParams({ strict: false })
  return <ConnectionPage systemId={externalSystemId} kind="file" apiId={apiId} id={connectionId} />
}

function MailConnection() {
  const { externalSystemId = '', connectionId = '' } = useParams({ strict: false })
  return <ConnectionPage systemId={externalSystemId} kind="mail" id={connectionId} />
}

function AmqpConnection() {
  const { externalSystemId = '', connectionId = '' } = useParams({ strict: false })
  return <ConnectionPage systemId={externalSystemId} kind="amqp" id={connectionId} />
}

function KafkaConnection() {
  const { externalSystemId = '', connectionId = '' } = useParams({ strict: false })
  return <ConnectionPage systemId={externalSystemId} kind="kafka" id={connectionId} />
}

function FileAdapter() {
  const { externalSystemId = '', apiId = '', fileadapterid = '' } = useParams({ strict: false })
  return <AdapterPage systemId={externalSystemId} kind="file" apiId={apiId} id={fileadapterid} />
}

function RestAdapter() {
  const { externalSystemId = '', restadapterId = '' } = useParams({ strict: false })
  return <AdapterPage systemId={externalSystemId} kind="rest" id={restadapterId} />
}

function SqlAdapter() {
  const { externalSystemId = '', sqladapterId = '' } = useParams({ strict: false })
  return <AdapterPage systemId={externalSystemId} kind="sql" id={sqladapterId} />
}

function AmqpAdapter() {
  const { externalSystemId = '', amqpadapterId = '' } = useParams({ strict: false })
  return <AdapterPage systemId={externalSystemId} kind="amqp" id={amqpadapterId} />
}

function KafkaAdapter() {
  const { externalSystemId = '', kafkaadapterId = '' } = useParams({ strict: false })
  return <AdapterPage systemId={externalSystemId} kind="kafka" id={kafkaadapterId} />
}

export const api = withExternalTrail(Api)
export const newApi = withExternalTrail(NewApi)
export const restConnection = withExternalTrail(RestConnection)
export const databaseConnection = withExternalTrail(DatabaseConnection)
export const fileConnection = withExternalTrail(FileConnection)
export const mailConnection = withExternalTrail(MailConnection)
export const amqpConnection = withExternalTrail(AmqpConnection)
export const kafkaConnection = withExternalTrail(KafkaConnection)
export const restAdapter = withExternalTrail(RestAdapter)
export const sqlAdapter = withExternalTrail(SqlAdapter)
export const fileAdapter = withExternalTrail(FileAdapter)
export const amqpAdapter = withExternalTrail(AmqpAdapter)
export const kafkaAdapter = withExternalTrail(KafkaAdapter)
