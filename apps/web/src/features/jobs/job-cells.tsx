import type { JobRow } from '@millrace/contract'
import type { jobList } from '@millrace/contract/lists/jobs'
import { useTranslation } from 'react-i18next'
import { DueDate } from '../../components/dates/dates.tsx'
import { Link } from '../../components/link/link.tsx'
import type { Cells } from '../../components/list/rows/list-cell.tsx'
import { StatusBadge } from '../../components/status/status-badge.tsx'
import { paths } from '../../config/paths.ts'
import { describeModelFault } from '../../lib/api/describe-fault.ts'
import classes from './job-cells.module.css'

/** Returns the renderers of the cells of jobs. */
export function useJobCells(): Cells<typeof jobList, JobRow> {
  const { t } = useTranslation()
  return {
    name: ({ name }) => name ?? t('jobs.unnamed'),
    state: ({ state, isSuspended }) =>
      isSuspended && state !== 'suspended' ? (
        <span className={classes.states}>
          <StatusBadge status={state} />
          <StatusBadge status="suspended" />
        </span>
      ) : (
        <StatusBadge status={state} />
      ),
    instance: ({ instance }) =>
      instance === null ? null : <Link to={paths.engineInstance(instance.id)}>{instance.title}</Link>,
    error: ({ error }) => (error === null ? null : describeModelFault(error)),
    due: ({ dueAt }) => (dueAt === null ? t('jobs.asSoonAsPossible') : <DueDate due={dueAt} />),
  }
}
