import { useParams } from '@tanstack/react-router'
import { ExternalTrail } from '../external-trail.tsx'
import { ListenerPage } from './listener-page.tsx'

/** The pages of listeners and of their log, each under the name of its help. */
export { DeliveriesPage as externalDeliveries } from './deliveries-page.tsx'
export { DeliveryPage as externalDelivery } from './delivery-page.tsx'
export { MailInbox as mailInbox, WatchedFolder as watchedFolder, Webhook as webhook }

function Webhook() {
  const { externalSystemId = '', apiId = '', listenerId = '' } = useParams({ strict: false })
  return (
    <ExternalTrail>
      <ListenerPage systemId={externalSystemId} apiId={apiId} kind="webhook" id={listenerId} />
    </ExternalTrail>
  )
}

function WatchedFolder() {
  const { externalSystemId = '', apiId = '', listenerId = '' } = useParams({ strict: false })
  return (
    <ExternalTrail>
      <ListenerPage systemId={externalSystemId} apiId={apiId} kind="folder" id={listenerId} />
    </ExternalTrail>
  )
}

function MailInbox() {
  const { externalSystemId = '', apiId = '', listenerId = '' } = useParams({ strict: false })
  return (
    <ExternalTrail>
      <ListenerPage systemId={externalSystemId} apiId={apiId} kind="mail" id={listenerId} />
    </ExternalTrail>
  )
}
