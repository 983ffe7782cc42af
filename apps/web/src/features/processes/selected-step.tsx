import IconX from 'icon:x'
import { useTranslation } from 'react-i18next'
import { focusRegion } from '../../lib/focus-region.ts'
import type { Selection } from './instance-record.tsx'
import classes from './selected-step.module.css'

/** Shows that the lists below are filtered by one step, with a button to remove the filter. */
export function SelectedStep({ selection: { elementId, name, select } }: { selection: Selection }) {
  const { t } = useTranslation()
  if (elementId === null) return null
  return (
    <div className={classes.row}>
      <span className={classes.chip}>
        {t('instance.onlyStep')} <strong>{name}</strong>
        <button
          type="button"
          className={classes.remove}
          aria-label={t('instance.showAllSteps')}
          onClick={(event) => {
            focusRegion(event.currentTarget)
            select(null)
          }}
        >
          <IconX size={14} stroke={1.8} aria-hidden />
        </button>
      </span>
    </div>
  )
}
