import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { focusRegion } from '../../lib/focus-region.ts'
import classes from './nothing-matches.module.css'

interface Props {
  readonly text?: string
  readonly action?: string
  readonly onClear: () => void
}

/** The empty state of a list with filters, with a button that clears them. */
export function NothingMatches({ text, action, onClear }: Props) {
  const { t } = useTranslation()
  return (
    <div className={classes.line} role="status">
      <span>{text ?? t('common.nothingMatches')}</span>
      <Button
        size="xs"
        onClick={(event) => {
          focusRegion(event.currentTarget)
          onClear()
        }}
      >
        {action ?? t('common.clearFilters')}
      </Button>
    </div>
  )
}
