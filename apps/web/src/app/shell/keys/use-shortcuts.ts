import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { beginChord, isChord, isForPage, nameOf } from '../../../lib/use-page-keys.ts'
import { useMenu } from '../menu/use-menu.ts'
import { openPalette } from '../palette/palette-store.ts'
import { goKeys } from './shortcuts.ts'

/** How long `g` waits for its letter, in ms. */
const patience = 1_500

/** Binds the keyboard shortcuts of every page. */
export function useShortcuts({ onHelp }: { onHelp: () => void }): void {
  const navigate = useNavigate()
  const addresses = new Set(useMenu().flatMap(({ to, entries }) => [to, ...entries.map((entry) => entry.to)]))
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.altKey) return
    const key = nameOf(event)
    if ((event.ctrlKey || event.metaKey) && key === 'k' && !event.shiftKey) {
      event.preventDefault()
      return openPalette()
    }
    if (!isForPage(event)) return
    const isSecond = isChord()
    beginChord(0)
    const target = isSecond ? goKeys.find(({ letter }) => letter === key) : undefined
    const act = isSecond
      ? target !== undefined && addresses.has(target.to) && (() => void navigate({ to: target.to }))
      : { g: () => beginChord(patience), '?': onHelp, '/': focusSearch }[key]
    if (!act) return
    event.preventDefault()
    act()
  })
  useEffect(() => {
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}

function focusSearch(): void {
  const searches = [...document.querySelectorAll<HTMLInputElement>('#content input[type="search"]')]
  // An empty list keeps the room of a search that cannot be used.
  const search = searches.find((one) => one.closest('[inert]') === null)
  if (search) search.focus()
  else openPalette()
}
