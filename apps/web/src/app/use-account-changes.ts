import { useEffect } from 'react'
import { paths } from '../config/paths.ts'
import { getPageOwner, onOtherUser } from '../lib/api/page-owner.ts'
import { onAccount } from '../lib/session/account-channel.ts'
import { takeReturnUrl } from '../lib/session/return-url.ts'

/**
 * When somebody else signs in in this browser, or its user signs out in another tab, the page begins again with whoever
 * is signed in now. Pages with input that would be lost let the browser ask first.
 */
export function useAccountChanges(): void {
  useEffect(() => {
    const stopAccounts = onAccount((userId) => {
      const owner = getPageOwner()
      if (owner !== null && owner !== userId) beginAnew()
      if (owner === null && userId !== null && isWaiting()) location.assign(takeReturnUrl())
    })
    const stopRefusals = onOtherUser(beginAnew)
    return () => {
      stopAccounts()
      stopRefusals()
    }
  }, [])
}

/** A page that ends the session would end another one's when it is loaded again. */
function beginAnew(): void {
  if (location.pathname === paths.logout || location.pathname === paths.sessionEnded) location.assign(paths.home)
  else location.reload()
}

/** The sign-in page, at which nobody has started to type. */
function isWaiting(): boolean {
  const inputs = [...document.querySelectorAll('input')]
  return location.pathname === paths.login && inputs.every(({ value, name }) => value === '' || name === 'workplace')
}
