import type { StartDraftRow, TaskDraftRow } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import classes from './drafts.module.css'

/** The state of a draft, with an explanation. */
export function DraftStateCell({ state }: { state: TaskDraftRow['state'] | StartDraftRow['state'] }) {
  const { t } = useTranslation()
  if (state === 'open') return t('draftState.open')
  return (
    <span className={classes.state}>
      <span>{t(`draftState.${state}`)}</span>
      <span className={classes.why} title={t(`drafts.why.${state}`)}>
        {t(`drafts.why.${state}`)}
      </span>
    </span>
  )
}
