import { Button } from '@mantine/core'
import { api, type InstanceDetail, type InstanceSubscription } from '@millrace/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DateTime } from '../../components/dates/dates.tsx'
import { lazyPart } from '../../components/lazy-part/lazy-part.tsx'
import { callQuery } from '../../lib/api/call-query.ts'
import classes from './instance-data.module.css'
import { InstanceItems } from './instance-items.tsx'
import type { Selection } from './instance-record.tsx'

const MessageDialog = lazyPart(() => import('./message-dialog.tsx'), {
  isAwaited: ({ subscription }) => subscription !== null,
})

interface Props {
  readonly instance: InstanceDetail
  readonly selection: Selection
}

const kinds = ['message', 'signal', 'conditional', 'variable'] as const

/** The messages, signals and conditions that an instance waits for. */
export function InstanceSubscriptions({ instance, selection }: Props) {
  const { t } = useTranslation()
  const query = useQuery(callQuery(api.processes.subscriptions, { params: { id: instance.id } }))
  // Outside the list: the instance can continue while variables of the message are entered.
  const [delivered, setDelivered] = useState<InstanceSubscription | null>(null)
  const { permissions, endedAt } = instance
  return (
    <>
      <MessageDialog instance={instance} subscription={delivered} onClose={() => setDelivered(null)} />
      <InstanceItems
        label={t('instance.subscriptions')}
        query={query}
        selection={selection}
        failed={t('instance.subscriptionsFailed')}
        empty={t('instance.subscriptionsEmpty')}
        notOfStep={t('instance.subscriptionsNotOfStep')}
      >
        {(subscription) => {
          const { kind, name, elementName, elementId, createdAt } = subscription
          return (
            <div className={classes.incidentHead}>
              <strong>{name ?? elementName ?? elementId}</strong>
              <span className={classes.quiet}>
                {t(`instance.subscriptionKinds.${kinds.find((one) => one === kind) ?? 'other'}`)}
              </span>
              <span className={classes.quiet}>{elementName ?? elementId}</span>
              <span className={classes.right}>
                {t('instance.since')} <DateTime at={createdAt} />
                {kind === 'message' && permissions.retry && endedAt === null ? (
                  <Button
                    size="xs"
                    aria-label={t('operatedInstance.deliverOf', { name: elementName ?? elementId })}
                    onClick={() => setDelivered(subscription)}
                  >
                    {t('operatedInstance.deliver')}
                  </Button>
                ) : null}
              </span>
            </div>
          )
        }}
      </InstanceItems>
    </>
  )
}
