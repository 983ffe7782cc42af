import { useParams } from '@tanstack/react-router'
import { withExternalTrail } from '../external-trail.tsx'
import { ListenerPage } from './listener-page.tsx'

/** The pages of listeners and of their log, each under the name of its help. */
export { DeliveriesPage as externalDeliveries } from './deliveries-page.tsx'
export { DeliveryPage as externalDelivery } from './delivery-page.tsx'

function Webhook() {
  const { externalSystemId = '', apiId = '', listenerId = '' } = useParams({ strict: false })
  return <ListenerPage systemId={externalSystemId} apiId={apiId} kind="webhook" id={listenerId} />
}

function WatchedFolder() {
  const { externalSystemId = '', apiId = '', listenerId = '' } = useParams({ strict: false })
  return <ListenerPage systemId={externalSystemId} apiId={apiId} kind="folder" id={listenerId} />
}

function MailInbox() {
  const { externalSystemId = '', apiId = '', listenerId = '' } = useParams({ strict: false })
  return <ListenerPage systemId={externalSystemId} apiId={apiId} kind="mail" id={listenerId} />
}

function Queue() {
  const { externalSystemId = '', apiId = '', listenerId = '' } = useParams({ strict: false })
  return <ListenerPage systemId={externalSystemId} apiId={apiId} kind="queue" id={listenerId} />
}

function Topic() {
  const { externalSystemId = '', apiId = '', listenerId = '' } = useParams({ strict: false })
  return <ListenerPage systemId={externalSystemId} apiId={apiId} kind="topic" id={listenerId} />
}

export const webhook = withExternalTrail(Webhook)
export const watchedFolder = withExternalTrail(WatchedFolder)
export const mailInbox = withExternalTrail(MailInbox)
export const queue = withExternalTrail(Queue)
export const topic = withExternalTrail(Topic)
