import '@mantine/core/styles/Progress.layer.css'
import { Progress } from '@mantine/core'
import type { BatchDetail } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import classes from './batches.module.css'

export function BatchProgress({ batch }: { batch: BatchDetail }) {
  const { t } = useTranslation()
  const { total, done, failed, left, again } = batch
  const number = (value: number) => value.toLocaleString('en')
  if (total === 0) return <p role="status">{t('batch.nothing')}</p>
  return (
    <div className={classes.progress}>
      <Progress.Root aria-label={t('batch.progress')}>
        <Progress.Section value={(100 * done) / total} color="var(--app-accent)" aria-label={t('batches.done')} />
        <Progress.Section value={(100 * failed) / total} color="var(--app-red)" aria-label={t('batches.failed')} />
      </Progress.Root>
      <p role="status" className="tn">
        {t('batch.progressText', { done: number(done), failed: number(failed), left: number(left) })}
      </p>
      {again === null || again === 0 ? null : <p>{t('batch.again', { count: again, number: number(again) })}</p>}
    </div>
  )
}
