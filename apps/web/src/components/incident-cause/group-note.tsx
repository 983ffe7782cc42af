import { Button } from '@mantine/core'
import type { IncidentGroupDetail } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import classes from './incident-cause.module.css'

interface Props {
  readonly group: IncidentGroupDetail
  readonly onEdit: () => void
}

/** The note to a cause, with a button that opens its dialog. */
export function GroupNote({ group: { note }, onEdit }: Props) {
  const { t } = useTranslation()
  return (
    <>
      {note === null ? t('incidentGroup.noNote') : <span className={classes.note}>{note}</span>}
      <div>
        <Button size="compact-xs" variant="subtle" onClick={onEdit}>
          {t(note === null ? 'incidentGroup.addNote' : 'incidentGroup.editNote')}
        </Button>
      </div>
    </>
  )
}
