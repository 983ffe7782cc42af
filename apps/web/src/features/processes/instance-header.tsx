import IconX from 'icon:x'
import { Button } from '@mantine/core'
import type { InstanceDetail } from '@millrace/contract'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CopyId } from '../../components/copy-id/copy-id.tsx'
import { DateTime, Duration } from '../../components/dates/dates.tsx'
import { Link } from '../../components/link/link.tsx'
import { MetaFact, MetaRow } from '../../components/page/meta-row.tsx'
import { PageHeader } from '../../components/page/page-header.tsx'
import { StatusBadge } from '../../components/status/status-badge.tsx'
import { CancelDialog } from './cancel-dialog.tsx'
import { useInstancePath } from './use-instance-path.ts'

interface Props {
  readonly instance: InstanceDetail
  /** Before the way to cancel it. */
  readonly actions?: ReactNode
  readonly children: ReactNode
}

export function InstanceHeader({ instance, actions, children }: Props) {
  const { t } = useTranslation()
  const toInstance = useInstancePath()
  const [isCancelling, setCancelling] = useState(false)
  const { definition, title, businessKey, startedAt, startedBy, endedAt, caller, reason } = instance
  return (
    <PageHeader
      title={title}
      trail={[{ label: definition.name }]}
      badge={<StatusBadge status={instance.state} />}
      help={t('instance.help')}
      actions={
        <>
          {actions}
          {instance.permissions.cancel ? (
            <Button
              size="xs"
              data-danger
              leftSection={<IconX size={15} stroke={1.6} />}
              onClick={() => setCancelling(true)}
            >
              {t('instance.cancel')}
            </Button>
          ) : null}
        </>
      }
    >
      <MetaRow>
        <MetaFact label={t('instance.process')}>
          {definition.name} {t('common.version', { version: definition.version })}
        </MetaFact>
        {businessKey === null || businessKey === title ? null : (
          <MetaFact label={t('instance.key')}>{businessKey}</MetaFact>
        )}
        <MetaFact label={t('instance.startedMeta')}>
          <DateTime at={startedAt} /> {startedBy ? t('instance.startedBy', { name: startedBy.displayName }) : null}
        </MetaFact>
        {endedAt === null ? null : (
          <MetaFact label={t('instance.ended')}>
            <DateTime at={endedAt} />
          </MetaFact>
        )}
        <MetaFact label={t(endedAt === null ? 'instance.runningFor' : 'instance.ranFor')}>
          <Duration from={startedAt} to={endedAt} />
        </MetaFact>
        {caller === null ? null : (
          <MetaFact label={t('instance.calledBy')}>
            <Link to={toInstance(caller.instanceId)}>{caller.title}</Link>
          </MetaFact>
        )}
        {reason === null ? null : <MetaFact label={t('instance.reason')}>{reason}</MetaFact>}
        <MetaFact label={t('instance.id')}>
          <CopyId id={instance.id} />
        </MetaFact>
      </MetaRow>
      {children}
      <CancelDialog instanceId={instance.id} name={title} isOpen={isCancelling} onClose={() => setCancelling(false)} />
    </PageHeader>
  )
}
