import { useEffect, useEffectEvent } from 'react'
import { findPreviousPage, setPreviousPage } from '../lib/previous-page.ts'
import { isForPage } from '../lib/use-page-keys.ts'
import type { SearchState } from '../lib/use-search-state.ts'
import type { AppRouter } from './router.tsx'

/**
 * Makes Escape go from an object to its parent page by the breadcrumb. If the user came from one of the parent pages,
 * or from the list of such objects, that page opens in its previous state, otherwise the last parent.
 */
export function useWayBack(router: AppRouter): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isForPage(event)) return
    const links = [...document.querySelectorAll<HTMLAnchorElement>('[data-breadcrumb] a')]
    const from = findPreviousPage()
    const last = links.at(-1)
    const list = router.state.matches.at(-1)?.staticData.page?.list
    const cameFromAbove =
      from !== null && (from.pathname === list || links.some(({ pathname }) => pathname === from.pathname))
    const target = cameFromAbove ? from.href : last && last.pathname + last.search
    if (target !== undefined) router.history.push(target)
  })
  useEffect(() => {
    addEventListener('keydown', press)
    const stop = router.subscribe('onResolved', ({ fromLocation, pathChanged }) => {
      if (!pathChanged || fromLocation === undefined) return
      const { pathname, href, search } = fromLocation
      setPreviousPage({ pathname, href, search: search as SearchState })
    })
    return () => {
      removeEventListener('keydown', press)
      stop()
      setPreviousPage(null)
    }
  }, [router])
}
