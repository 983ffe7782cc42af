import { useLocation } from '@tanstack/react-router'
import type { MenuSection } from './menu-model.ts'

/** Returns the address of the current menu entry, among the entries of a section and their custom views. */
export function useCurrentEntry({ entries }: MenuSection): string | undefined {
  const pathname = useLocation({ select: (location) => location.pathname })
  return findCurrentEntry(
    entries.flatMap(({ to, views }) => [to, ...views.map((view) => view.to)]),
    pathname,
  )
}

/** The longest address that the current one begins with; a task belongs to the list it came from. */
function findCurrentEntry(addresses: readonly string[], pathname: string): string | undefined {
  const task = /^\/tasks\/viewtask\/(\w+)\//.exec(pathname)
  const address = task ? `/tasks/${task[1]}` : pathname
  const fitting = addresses.filter((to) => address === to || address.startsWith(`${to}/`))
  return fitting.sort((a, b) => b.length - a.length)[0]
}
