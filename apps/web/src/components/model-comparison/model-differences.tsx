import { compareModels } from '@millrace/bpmn/compare'
import { modellerTexts } from '@millrace/contract/modeller-texts'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { addTexts } from '../../lib/languages.ts'
import { DifferenceList } from './difference-list.tsx'
import classes from './model-comparison.module.css'

addTexts('translation', modellerTexts)

export interface ModelDifferencesProps {
  /** BPMN files. */
  readonly before: string
  readonly after: string
}

/** What is different in two versions of a process, in words alone. */
export default function ModelDifferences({ before, after }: ModelDifferencesProps) {
  const { t } = useTranslation()
  const comparison = useMemo(() => compareModels(before, after), [before, after])
  if (!comparison.ok) return <p className={classes.none}>{t('modeller.comparison.unreadable')}</p>
  if (comparison.differences.length === 0) return <p className={classes.none}>{t('modeller.comparison.same')}</p>
  return <DifferenceList differences={comparison.differences} />
}
