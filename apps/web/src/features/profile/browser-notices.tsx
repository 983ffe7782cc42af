import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePreference } from '../../lib/preferences.ts'
import classes from './profile.module.css'

/**
 * The switch for notifications of this browser. It is the only place where the product asks the browser for permission.
 */
export function BrowserNotices() {
  const { t } = useTranslation()
  const [isOn, setOn] = usePreference('browserNotices')
  const [permission, setPermission] = useState(() =>
    'Notification' in globalThis ? Notification.permission : 'unsupported',
  )
  const ask = async () => {
    const answer = await Notification.requestPermission()
    setPermission(answer)
    setOn(answer === 'granted')
  }
  const state = stateOf(permission, isOn)
  return (
    <div className={classes.choices}>
      <span className={classes.note} role="status">
        {t(`profile.${state}`)}
      </span>
      {state === 'browserOn' ? (
        <Button onClick={() => setOn(false)}>{t('profile.browserStop')}</Button>
      ) : state === 'browserOff' ? (
        <Button onClick={() => void ask()}>{t('profile.browserAsk')}</Button>
      ) : null}
    </div>
  )
}

function stateOf(permission: string, isOn: boolean) {
  if (permission === 'unsupported') return 'browserUnsupported'
  if (permission === 'denied') return 'browserDenied'
  return permission === 'granted' && isOn ? 'browserOn' : 'browserOff'
}
