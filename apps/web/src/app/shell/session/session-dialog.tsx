import '../../../lib/sign-in-texts.ts'
import { Button, Modal } from '@mantine/core'
import { sessionLimits } from '@millrace/contract'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showToast } from '../../../components/toast/show-toast.tsx'
import { leaveForMoment } from '../../../components/unsaved/leave-place.ts'
import { paths } from '../../../config/paths.ts'
import { describeError } from '../../../lib/api/describe-error.ts'
import { quietly } from '../../../lib/api/quietly.ts'
import { refreshSession } from '../../../lib/api/refresh-session.ts'
import { announceSessionEnding } from '../../../lib/session/session-ending.ts'
import classes from './session-dialog.module.css'

/** Seconds at which a screen reader says how much is left; more would drown everything else. */
const announced: ReadonlySet<number> = new Set([30, 20, 10, 5])

/**
 * Warns that the session is about to end because of inactivity, and has unsaved changes stored when it can no longer be
 * extended.
 */
export default function SessionDialog({ secondsLeft }: { secondsLeft: number }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [isPending, setPending] = useState(false)
  const stay = async () => {
    setPending(true)
    try {
      await refreshSession()
    } catch (error) {
      showToast({ kind: 'error', title: t('catalogue.request'), text: describeError(error).message })
    }
    setPending(false)
  }
  const isEnding = secondsLeft < sessionLimits.tooLateSeconds
  useEffect(() => {
    if (!isEnding) return
    quietly(() => {
      // What is being typed becomes a change, so that it is kept with the rest.
      leaveForMoment()
      announceSessionEnding()
    })
  }, [isEnding])
  const isShown = secondsLeft < sessionLimits.warningSeconds
  return (
    <Modal
      opened={isShown}
      onClose={stay}
      title={t('session.timeoutTitle')}
      size={400}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
      zIndex="var(--app-z-session)"
    >
      <p className={classes.text}>{t('session.timeoutText')}</p>
      <div className={classes.track}>
        <div className={classes.left} style={{ width: `${(secondsLeft / sessionLimits.warningSeconds) * 100}%` }} />
      </div>
      <p className={classes.announcement} role="status">
        {announced.has(secondsLeft) ? t('session.secondsLeft', { seconds: secondsLeft }) : null}
      </p>
      <div className={classes.buttons}>
        <Button onClick={() => void navigate({ to: paths.logout })}>{t('session.logOff')}</Button>
        <Button variant="filled" className="tn" data-autofocus disabled={isEnding} loading={isPending} onClick={stay}>
          {t('session.stay', { seconds: secondsLeft })}
        </Button>
      </div>
    </Modal>
  )
}
