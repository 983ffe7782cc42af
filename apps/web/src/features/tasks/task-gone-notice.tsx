import { useTranslation } from 'react-i18next'
import { GoneNotice } from '../../components/dialog/held-page.tsx'

/** A note in a dialog about a task that another user has completed, deleted or claimed it meanwhile. */
export function TaskGoneNotice() {
  const { t } = useTranslation()
  return <GoneNotice title={t('task.goneMeanwhile')} text={t('task.goneMeanwhileText')} />
}
