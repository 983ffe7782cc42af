import { Skeleton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './page-header.module.css'

/** The placeholder of a page whose code is loading. The router shows it after 150 ms. */
export function PageSkeleton() {
  const { t } = useTranslation()
  return (
    <div className={classes.header} role="status" aria-label={t('common.loading')}>
      <Skeleton width={140} height={12} my={2} />
      <Skeleton width={220} height={24} my={8} />
      <Skeleton width={380} maw="100%" height={14} mb={14} />
    </div>
  )
}
