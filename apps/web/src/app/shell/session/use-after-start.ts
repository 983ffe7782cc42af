import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showToast } from '../../../components/toast/show-toast.tsx'
import { dropEarlyAnswers } from '../../../lib/api/early-answers.ts'
import { takeCoreLogoutUrl, takePreviousUrl, takeReturnUrl } from '../../../lib/session/return-url.ts'

/** The specification's delay, in milliseconds. */
const delay = 2_000

/** Runs the actions that wait until the shell is shown: returning to the earlier page, and messages. */
export function useAfterStart(): void {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [startUrl] = useState(currentUrl)
  const follow = useEffectEvent(() => {
    dropEarlyAnswers()
    if (isInternetExplorer()) showToast({ kind: 'warning', title: t('shell.internetExplorer') })
    const logoutUrl = takeCoreLogoutUrl()
    if (logoutUrl !== null) return location.assign(logoutUrl)
    const previousUrl = takePreviousUrl()
    // Whoever has gone on meanwhile is not taken back.
    if (previousUrl === null || currentUrl() !== startUrl || previousUrl === startUrl) return
    void navigate({ to: previousUrl })
  })
  useEffect(() => {
    // The provider of single sign-on has led there already.
    takeReturnUrl()
    const timer = setTimeout(follow, delay)
    return () => clearTimeout(timer)
  }, [])
}

function currentUrl(): string {
  return location.pathname + location.search
}

/** Its own name, or the one that it goes by when another browser stands in for it. */
function isInternetExplorer(): boolean {
  return /MSIE |Trident\//.test(navigator.userAgent)
}
