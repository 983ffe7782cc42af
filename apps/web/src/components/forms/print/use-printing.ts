import { useSyncExternalStore } from 'react'

/** Returns true while the page is printed or previewed. */
export function usePrinting(): boolean {
  return useSyncExternalStore(subscribe, isPrinting)
}

/** Firefox copies the page before it is one that is printed: only its events tell that it is going to be. */
let isAsked = false

function isPrinting(): boolean {
  return isAsked || matchMedia('print').matches
}

function subscribe(listener: () => void): () => void {
  const print = matchMedia('print')
  const begin = () => {
    isAsked = true
    listener()
  }
  const end = () => {
    isAsked = false
    listener()
  }
  print.addEventListener('change', listener)
  window.addEventListener('beforeprint', begin)
  window.addEventListener('afterprint', end)
  return () => {
    print.removeEventListener('change', listener)
    window.removeEventListener('beforeprint', begin)
    window.removeEventListener('afterprint', end)
  }
}
