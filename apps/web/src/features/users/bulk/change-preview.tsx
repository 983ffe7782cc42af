import { Button } from '@mantine/core'
import type { UserChange, UserChangeResult, UserChangeRow } from '@millrace/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { QueryFailure } from '../../../components/banner/query-failure.tsx'
import type { Translate } from '../../../lib/i18n.ts'
import classes from './bulk.module.css'
import { resultsQuery } from './change-query.ts'
import { ReportButton } from './report-button.tsx'
import { describeReason, UserTable } from './user-table.tsx'

interface Props {
  readonly item: UserChange
  /** Whether it is being started. */
  readonly isPending: boolean
  readonly onBack: () => void
  readonly onApply: () => void
  readonly onClose: () => void
}

/**
 * Shows the effect of a change on each user: changed users with their changes, unchanged users, and skipped users with
 * the reason.
 */
export function ChangePreview({ item, isPending, onBack, onApply, onClose }: Props) {
  const { t } = useTranslation()
  const { id, counts } = item
  const changed = useQuery(resultsQuery(id, 'changed'))
  const refused = useQuery(resultsQuery(id, 'refused'))
  const counted = (result: UserChangeResult) =>
    t(`userChanges.${result}`, { count: counts[result], number: counts[result].toLocaleString('en') })
  return (
    <div className={classes.content}>
      <p role="status" className="tn">
        {(['changed', 'same', 'refused'] as const).map(counted).join(' · ')}
      </p>
      <QueryFailure query={changed} title={t('userChanges.readFailed')} />
      <UserTable
        heading={counted('changed')}
        head={t('userChanges.difference')}
        rows={changed.data?.rows ?? []}
        count={counts.changed}
        describe={(row) => describeDifference(t, item, row)}
      />
      <UserTable
        heading={counted('refused')}
        head={t('userChanges.why')}
        rows={refused.data?.rows ?? []}
        count={counts.refused}
        describe={describeReason}
      />
      {counts.changed === 0 ? <p>{t('userChanges.nothing')}</p> : null}
      <div className={classes.buttons}>
        <ReportButton id={id} />
        <Button onClick={onClose}>{t('common.cancel')}</Button>
        <Button data-autofocus onClick={onBack}>
          {t('userChanges.back')}
        </Button>
        <Button variant="filled" disabled={counts.changed === 0} loading={isPending} onClick={onApply}>
          {t('userChanges.apply', { count: counts.changed, number: counts.changed.toLocaleString('en') })}
        </Button>
      </div>
    </div>
  )
}

function describeDifference(
  t: Translate,
  { change: { kind } }: UserChange,
  { added, removed, message }: UserChangeRow,
): string {
  if (kind === 'disable') return [t('userChanges.isDisabled'), message].filter((part) => part !== null).join('. ')
  if (kind === 'restore') return t('userChanges.isRestored')
  return [
    added.length === 0 ? null : t('userChanges.gets', { names: added.join(', ') }),
    removed.length === 0 ? null : t('userChanges.loses', { names: removed.join(', ') }),
  ]
    .filter((part) => part !== null)
    .join('; ')
}
