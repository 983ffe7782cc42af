import { useEffect, useEffectEvent, useRef } from 'react'
import { isForPage } from '../lib/use-page-keys.ts'
import type { AppRouter } from './router.tsx'

/**
 * Escape leads from a thing to what leads to it by the breadcrumb: to the page that the user came from, as it was then,
 * where it is one of them, else to the last one.
 */
export function useWayBack(router: AppRouter): void {
  const before = useRef<{ readonly pathname: string; readonly href: string } | null>(null)
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isForPage(event)) return
    const links = [...document.querySelectorAll<HTMLAnchorElement>('[data-breadcrumb] a')]
    const from = before.current
    const last = links.at(-1)
    const target =
      from !== null && links.some(({ pathname }) => pathname === from.pathname)
        ? from.href
        : last && last.pathname + last.search
    if (target !== undefined) router.history.push(target)
  })
  useEffect(() => {
    addEventListener('keydown', press)
    const stop = router.subscribe('onResolved', ({ fromLocation, pathChanged }) => {
      if (pathChanged && fromLocation !== undefined) before.current = fromLocation
    })
    return () => {
      removeEventListener('keydown', press)
      stop()
    }
  }, [router])
}
