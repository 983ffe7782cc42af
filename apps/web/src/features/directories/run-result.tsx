import { type DirectoryResult, type DirectoryRun, directoryResults } from '@millrace/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ResultRows } from '../../components/result-rows/result-rows.tsx'
import { useResultPages } from '../../components/result-rows/use-result-pages.ts'
import classes from './directories.module.css'
import { rowsQuery } from './run-query.ts'

interface Props {
  /** The id of the directory. */
  readonly id: string
  readonly run: DirectoryRun
}

/** The changes of a run or dry run, user by user. */
export function RunResult({ id, run }: Props) {
  const { t } = useTranslation()
  const pages = useResultPages<DirectoryResult>()
  const query = useQuery({
    ...rowsQuery({ id, run, result: pages.result, after: pages.after }),
    placeholderData: keepPreviousData,
  })
  if (Object.values(run.counts).every((count) => count === 0)) return null
  return (
    <div className={classes.outcome}>
      <ResultRows
        results={directoryResults}
        counts={run.counts}
        pages={pages}
        query={query}
        nameLabel={t('directory.user')}
        titleOf={({ dn }) => dn}
        nameField={(field) => t(`directory.fields.${field}`)}
      />
    </div>
  )
}
