import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './nothing-matches.module.css'

/** After filtering: one line and the way back. */
export function NothingMatches({ text, onClear }: { text?: string; onClear: () => void }) {
  const { t } = useTranslation()
  return (
    <div className={classes.line} role="status">
      <span>{text ?? t('common.nothingMatches')}</span>
      <Button size="xs" onClick={onClear}>
        {t('common.clearFilters')}
      </Button>
    </div>
  )
}
