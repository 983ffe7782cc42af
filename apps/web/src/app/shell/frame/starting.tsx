import { Loader } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './starting.module.css'

/** While everything that the shell needs is on its way. */
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
