import { api } from '@millrace/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { DateTime } from '../../components/dates/dates.tsx'
import { callQuery } from '../../lib/api/call-query.ts'
import classes from './instance-data.module.css'
import { InstanceItems } from './instance-items.tsx'
import type { Selection } from './instance-record.tsx'

interface Props {
  readonly instanceId: string
  readonly selection: Selection
}

const kinds = ['message', 'signal', 'conditional', 'variable'] as const

/** The messages, signals and conditions that an instance waits for. */
export function InstanceSubscriptions({ instanceId, selection }: Props) {
  const { t } = useTranslation()
  const query = useQuery(callQuery(api.processes.subscriptions, { params: { id: instanceId } }))
  return (
    <InstanceItems
      label={t('instance.subscriptions')}
      query={query}
      selection={selection}
      failed={t('instance.subscriptionsFailed')}
      empty={t('instance.subscriptionsEmpty')}
      notOfStep={t('instance.subscriptionsNotOfStep')}
    >
      {({ kind, name, elementName, elementId, createdAt }) => (
        <div className={classes.incidentHead}>
          <strong>{name ?? elementName ?? elementId}</strong>
          <span className={classes.quiet}>
            {t(`instance.subscriptionKinds.${kinds.find((one) => one === kind) ?? 'other'}`)}
          </span>
          <span className={classes.quiet}>{elementName ?? elementId}</span>
          <span className={classes.right}>
            {t('instance.since')} <DateTime at={createdAt} />
          </span>
        </div>
      )}
    </InstanceItems>
  )
}
