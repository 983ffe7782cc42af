import { Button, Modal } from '@mantine/core'
import type { TaskAction } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import { describeRefusal } from '../../../lib/api/describe-error.ts'
import { PersonDialog } from '../person-dialog.tsx'
import type { Tasks } from '../use-task-list.ts'
import { BatchDialog } from './batch-dialog.tsx'
import classes from './bulk.module.css'
import { CompleteDialog } from './complete-dialog.tsx'
import { DateDialog } from './date-dialog.tsx'
import { PriorityDialog } from './priority-dialog.tsx'
import type { BulkActions, Chosen, Report } from './use-bulk-actions.ts'

/** The open dialog, and the selected tasks. */
export interface Asked {
  readonly kind: 'assign' | 'delegate' | 'priority' | 'due' | 'followUp' | 'complete'
  readonly chosen: Chosen
}

interface Props {
  readonly tasks: Tasks
  readonly bulk: BulkActions
  readonly asked: Asked | null
  readonly onClose: () => void
}

/** The dialogs for an action on several tasks of a list. */
export default function BulkDialogs({ tasks, bulk, asked, onClose }: Props) {
  const { t } = useTranslation()
  const { apply, report, closeReport, batchId, openBatch } = bulk
  const send = async (action: TaskAction) => {
    if (asked === null) return
    await apply.mutateAsync({ action, chosen: asked.chosen }).catch(() => {})
    onClose()
  }
  const date = asked?.kind === 'due' || asked?.kind === 'followUp' ? asked.kind : null
  return (
    <>
      <PersonDialog
        isOpen={asked?.kind === 'assign'}
        title={t('taskBulk.assignTitle')}
        label={t('taskBulk.assignTo')}
        action={t('taskBulk.assignAction')}
        failed={t('taskBulk.failed')}
        onSubmit={({ key }) => send({ kind: 'assign', username: key })}
        onClose={onClose}
      />
      <PersonDialog
        isOpen={asked?.kind === 'delegate'}
        title={t('taskBulk.delegateTitle')}
        label={t('taskBulk.assignTo')}
        action={t('taskBulk.delegateAction')}
        failed={t('taskBulk.failed')}
        help={t('taskBulk.delegateHelp')}
        withNote
        onSubmit={({ key }, note) => send({ kind: 'delegate', username: key, ...(note !== '' && { note }) })}
        onClose={onClose}
      />
      <PriorityDialog
        isOpen={asked?.kind === 'priority'}
        isPending={apply.isPending}
        onSubmit={(priority) => void send({ kind: 'priority', priority })}
        onClose={onClose}
      />
      <DateDialog
        kind={date}
        isPending={apply.isPending}
        onSubmit={(at) => void (date === null ? null : send({ kind: date, at }))}
        onClose={onClose}
      />
      {asked?.kind === 'complete' ? (
        <CompleteDialog
          tasks={tasks}
          chosen={asked.chosen}
          isPending={apply.isPending}
          onSubmit={(form) => void send({ kind: 'complete', ...form })}
          onClose={onClose}
        />
      ) : null}
      <ReportDialog report={report} onClose={closeReport} />
      {batchId === null ? null : <BatchDialog id={batchId} location={tasks.location} onClose={() => openBatch(null)} />}
    </>
  )
}

/** Each task that could not be done, by name, with the reason. */
function ReportDialog({ report, onClose }: { report: Report | null; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Modal opened={report !== null} onClose={onClose} title={t('taskBulk.reportTitle')} size={560}>
      {report === null ? null : (
        <div className={classes.content}>
          <p>{t('taskBulk.reportText', { done: report.total - report.failed.length, total: report.total })}</p>
          <ul className={classes.report}>
            {report.failed.map(({ name, title, outcome: { id, code, message } }) => (
              <li key={id}>
                <strong>{name}</strong>
                {title === null ? null : <span className={classes.quiet}> {title}</span>}
                <div>{describeRefusal({ code: code ?? '', message: message ?? '' })}</div>
              </li>
            ))}
          </ul>
          <div className={classes.buttons}>
            <Button onClick={onClose}>{t('taskBulk.close')}</Button>
          </div>
        </div>
      )}
    </Modal>
  )
}
