import '@mantine/core/styles/Progress.layer.css'
import { Button, Progress } from '@mantine/core'
import type { UserChange } from '@millrace/contract'
import { useTranslation } from 'react-i18next'
import classes from './bulk.module.css'

interface Props {
  readonly item: UserChange
  /** Whether it is being cancelled. */
  readonly isPending: boolean
  readonly onStop: () => void
  readonly onClose: () => void
}

/** Shows how many users are checked or changed, with a button that cancels the rest. */
export function ChangeProgress({ item: { state, done, total }, isPending, onStop, onClose }: Props) {
  const { t } = useTranslation()
  const isChanging = state === 'changing'
  const label = t(isChanging ? 'userChanges.applying' : 'userChanges.checking', {
    done: done.toLocaleString('en'),
    total: total.toLocaleString('en'),
  })
  return (
    <div className={classes.content}>
      <Progress value={total === 0 ? 0 : (100 * done) / total} aria-label={label} color="var(--app-accent)" />
      <p role="status" className="tn">
        {label}
      </p>
      {isChanging ? <p className={classes.quiet}>{t('userChanges.goesOn')}</p> : null}
      <div className={classes.buttons}>
        <Button loading={isPending} onClick={onStop}>
          {t(isChanging ? 'userChanges.cancelChange' : 'userChanges.stop')}
        </Button>
        {isChanging ? (
          <Button data-autofocus onClick={onClose}>
            {t('userChanges.close')}
          </Button>
        ) : null}
      </div>
    </div>
  )
}
