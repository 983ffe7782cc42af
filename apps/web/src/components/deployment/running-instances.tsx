import { type ApplicationDeployment, listLimits } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import classes from './deployment.module.css'

/** The number of running instances of each version, with a note that they continue with their version. */
export function RunningInstances({
  state: { runningInstances, running },
}: {
  state: Pick<ApplicationDeployment, 'runningInstances' | 'running'>
}) {
  const { t } = useTranslation()
  if (runningInstances === 0) return null
  const isAll = runningInstances < listLimits.total
  return (
    <div className={classes.text}>
      <p>{t(isAll ? 'applications.running' : 'applications.runningMany', { count: runningInstances })}</p>
      {running.length < 2 ? null : (
        <ul className={classes.running}>
          {running.map(({ version, instances }) => (
            <li key={version}>{t('applications.runningOf', { version, count: instances })}</li>
          ))}
        </ul>
      )}
    </div>
  )
}
