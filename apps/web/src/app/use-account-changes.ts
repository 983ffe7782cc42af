import { useEffect } from 'react'
import { paths } from '../config/paths.ts'
import { getPageOwner, onOtherUser } from '../lib/api/page-owner.ts'
import { onAccount } from '../lib/session/account-channel.ts'
import { takeReturnUrl } from '../lib/session/return-url.ts'

/**
 * Reloads the page for the current user when another user signs in in this browser, or the user signs out in another
 * tab. Pages with unsaved input let the browser ask first.
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
