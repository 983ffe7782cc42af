import { compareModels } from '@millrace/bpmn/compare'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { DifferenceList } from './difference-list.tsx'
import classes from './model-comparison.module.css'

export interface ModelDifferencesProps {
  /** BPMN files. */
  readonly before: string
  readonly after: string
}

/** The differences between two versions of a process, as text. */
export function ModelDifferences({ before, after }: ModelDifferencesProps) {
  const { t } = useTranslation()
  const comparison = useMemo(() => compareModels(before, after), [before, after])
  if (!comparison.ok) return <p className={classes.none}>{t('modeller.comparison.unreadable')}</p>
  if (comparison.differences.length === 0) return <p className={classes.none}>{t('modeller.comparison.same')}</p>
  return <DifferenceList differences={comparison.differences} />
}
