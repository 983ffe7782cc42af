import { Loader } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './starting.module.css'

/** The screen while the shell is loading. */
export function Starting() {
  const { t } = useTranslation()
  return (
    <div className={classes.desk} role="status" aria-label={t('common.loading')}>
      <div className={classes.sheet}>
        <Loader size={28} />
      </div>
    </div>
  )
}
