import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

/**
 * The way from a thing to what leads to it by the breadcrumb: the page that the user came from, as it was then, where it
 * is one of them, else the last one.
 */
export function useWayBack(): () => void {
  const router = useRouter()
  const before = useRef<{ readonly pathname: string; readonly href: string } | null>(null)
  useEffect(
    () =>
      router.subscribe('onResolved', ({ fromLocation, pathChanged }) => {
        if (pathChanged && fromLocation !== undefined) before.current = fromLocation
      }),
    [router],
  )
  return () => {
    const links = [...document.querySelectorAll<HTMLAnchorElement>('[data-breadcrumb] a')].map((link) => link.pathname)
    const from = before.current
    const target = from !== null && links.includes(from.pathname) ? from.href : links.at(-1)
    if (target !== undefined) router.history.push(target)
  }
}
