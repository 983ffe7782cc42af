import { useTranslation } from 'react-i18next'
import { GoneNotice } from '../../components/dialog/held-page.tsx'

/** In a dialog about a task: reports that another user has completed, deleted or taken the task meanwhile. */
export function TaskGoneNotice() {
  const { t } = useTranslation()
  return <GoneNotice title={t('task.goneMeanwhile')} text={t('task.goneMeanwhileText')} />
}
