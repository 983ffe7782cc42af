import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { describeRefusal } from '../../../lib/api/describe-error.ts'
import classes from './bulk.module.css'
import { UserTable } from './change-preview.tsx'
import type { UserResult } from './run-change.ts'

interface Props {
  /** How many users were to be changed. */
  readonly asked: number
  readonly results: readonly UserResult[]
  readonly onClose: () => void
}

/** The results of a change of several users. */
export function ChangeDone({ asked, results, onClose }: Props) {
  const { t } = useTranslation()
  const refused = results.filter(({ outcome }) => outcome.result === 'refused')
  const count = results.filter(({ outcome }) => outcome.result === 'changed').length
  const left = asked - results.length
  return (
    <div className={classes.content}>
      <p role="status">
        {t('userChanges.doneCount', { count, number: count.toLocaleString('en') })}
        {left > 0 ? ` ${t('userChanges.stoppedCount', { count: left, number: left.toLocaleString('en') })}` : ''}
      </p>
      <UserTable
        heading={t('userChanges.refusedNow')}
        head={t('userChanges.why')}
        results={refused}
        describe={({ outcome: { code, message } }) => describeRefusal({ code: code ?? '', message: message ?? '' })}
      />
      <div className={classes.buttons}>
        <Button data-autofocus onClick={onClose}>
          {t('userChanges.close')}
        </Button>
      </div>
    </div>
  )
}
