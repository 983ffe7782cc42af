import { Button, Modal } from '@mantine/core'
import type { InstanceRow } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../../components/banner/error-banner.tsx'
import { ConfirmDialog } from '../../components/dialog/confirm-dialog.tsx'
import { Link } from '../../components/link/link.tsx'
import { paths } from '../../config/paths.ts'
import { describeRefusal } from '../../lib/api/describe-error.ts'
import { type CancelAction, CancelOptions, useCancelOptions } from './cancel-options.tsx'
import classes from './instance-data.module.css'
import type { InstanceReport } from './use-instance-bulk.tsx'

interface Props {
  /** Null: nothing is asked. */
  readonly rows: readonly InstanceRow[] | null
  readonly isPending: boolean
  readonly error: Error | null
  readonly onConfirm: (action: CancelAction, rows: readonly InstanceRow[]) => void
  readonly onClose: () => void
}

/** The dialog that asks for the reason why several instances are cancelled. */
export function CancelSeveral({ rows, isPending, error, onConfirm, onClose }: Props) {
  const { t } = useTranslation()
  const options = useCancelOptions()
  const count = rows?.length ?? 0
  return (
    <ConfirmDialog
      isOpen={rows !== null}
      title={t('processes.cancelTitle', { count })}
      action={t('processes.cancelAction', { count })}
      isDangerous
      isBlocked={!options.isComplete}
      isPending={isPending}
      error={error === null ? null : <ErrorBanner title={t('processes.bulkFailed')} error={error} />}
      onConfirm={() => onConfirm(options.action, rows ?? [])}
      onClose={onClose}
    >
      <p>{t('instance.cancelText')}</p>
      <CancelOptions {...options} hasSkips />
    </ConfirmDialog>
  )
}

/** The report on instances that were not changed, with the reasons. */
export function BulkReport({
  report,
  onClose,
}: {
  readonly report: InstanceReport | null
  readonly onClose: () => void
}) {
  const { t } = useTranslation()
  const failed = report?.failed ?? []
  const title = t('processes.bulkReport', { failed: failed.length, total: report?.total ?? 0 })
  return (
    <Modal opened={report !== null} onClose={onClose} title={title} size={560}>
      <p>{t(failed.length === report?.total ? 'processes.bulkReportNone' : 'processes.bulkReportText')}</p>
      <ul className={classes.report}>
        {failed.map(({ row, outcome: { code, message } }) => (
          <li key={row.id}>
            <Link to={paths.engineInstance(row.id)}>{row.title}</Link>
            <div>{describeRefusal({ code: code ?? '', message: message ?? '' })}</div>
          </li>
        ))}
      </ul>
      <div className={classes.buttons}>
        <Button data-autofocus onClick={onClose}>
          {t('processes.close')}
        </Button>
      </div>
    </Modal>
  )
}
