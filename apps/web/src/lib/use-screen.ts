import { useSyncExternalStore } from 'react'

export type Screen = 'phone' | 'tablet' | 'desktop'

/**
 * Returns which of the three layouts of the shell fits the window. Printing does not change the layout although paper
 * has another width, because components that are created again lose their state, such as the entries of a form.
 */
export function useScreen(): Screen {
  return useSyncExternalStore(subscribe, readScreen)
}

const phone = '(max-width: 767px)'
const desktop = '(min-width: 1200px)'
const paper = 'print'

let last: Screen | undefined

function readScreen(): Screen {
  if (last === undefined || !matchMedia(paper).matches) last = findScreen()
  return last
}

function findScreen(): Screen {
  if (matchMedia(phone).matches) return 'phone'
  return matchMedia(desktop).matches ? 'desktop' : 'tablet'
}

function subscribe(listener: () => void): () => void {
  const queries = [phone, desktop, paper].map((query) => matchMedia(query))
  for (const query of queries) query.addEventListener('change', listener)
  return () => {
    for (const query of queries) query.removeEventListener('change', listener)
  }
}
