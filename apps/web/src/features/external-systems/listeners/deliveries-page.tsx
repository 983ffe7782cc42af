import IconInbox from 'icon:inbox'
import { api } from '@millrace/contract'
import { externalDeliveryList } from '@millrace/contract/lists/external-deliveries'
import { useTranslation } from 'react-i18next'
import { DateTime } from '../../../components/dates/dates.tsx'
import { ListPage } from '../../../components/list/list-page.tsx'
import { integratePaths } from '../../../config/integrate-paths.ts'

/** The page with the log of deliveries to webhooks, watched folders, mail inboxes, queues and topics. */
export function DeliveriesPage() {
  const { t } = useTranslation()
  return (
    <ListPage
      list={externalDeliveryList}
      help={t('externalDeliveries.help')}
      call={api.externalDeliveries.list}
      failed={t('externalDeliveries.failed')}
      empty={{ icon: IconInbox, title: t('externalDeliveries.noneTitle'), text: t('externalDeliveries.noneText') }}
      hrefOf={({ id }) => integratePaths.delivery(id)}
      cells={{ at: ({ at }) => <DateTime at={at} /> }}
    />
  )
}
