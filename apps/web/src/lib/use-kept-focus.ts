import { useEffect } from 'react'

/** As many are remembered as may go away together: entries of a menu, a dialog, a row and its tools. */
const most = 30
/** Milliseconds in which whoever takes something away may give the focus to something better. */
const patience = 150

/**
 * Gives the focus back that goes with what had it: a closed dialog, a filter that was taken away, a button that is
 * disabled while it works. It goes to what had it last and is still there, else to the title of the page.
 */
export function useKeptFocus(): void {
  useEffect(keepFocus, [])
}

function keepFocus(): () => void {
  let seen: WeakRef<HTMLElement>[] = []
  let wasLeft = true
  let timer: ReturnType<typeof setTimeout> | undefined
  const note = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement)) return
    wasLeft = false
    seen = [new WeakRef(target), ...seen.filter((one) => one.deref() !== target)].slice(0, most)
  }
  // A press beside everything takes the focus from something that is still there: nobody misses it.
  const leave = ({ target }: FocusEvent) =>
    setTimeout(() => {
      if (isNowhere() && target instanceof HTMLElement && canTake(target)) wasLeft = true
    })
  const restore = () => {
    if (wasLeft || !isNowhere()) return
    const before = seen.map((one) => one.deref()).find((one) => one !== undefined && canTake(one))
    ;(before ?? document.querySelector('h1'))?.focus({ preventScroll: true })
  }
  const look = () => {
    clearTimeout(timer)
    if (!wasLeft && isNowhere()) timer = setTimeout(restore, patience)
  }
  const changes = new MutationObserver(look)
  changes.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] })
  document.addEventListener('focusin', note)
  document.addEventListener('focusout', leave)
  return () => {
    clearTimeout(timer)
    changes.disconnect()
    document.removeEventListener('focusin', note)
    document.removeEventListener('focusout', leave)
  }
}

function isNowhere(): boolean {
  return document.activeElement === null || document.activeElement === document.body
}

function canTake(element: HTMLElement): boolean {
  return element.isConnected && !element.matches(':disabled') && (element.checkVisibility?.() ?? true)
}
