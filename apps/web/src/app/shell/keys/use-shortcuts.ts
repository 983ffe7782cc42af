import { useNavigate } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useMenu } from '../menu/use-menu.ts'
import { openPalette } from '../palette/palette-store.ts'
import { goKeys } from './shortcuts.ts'

/** How long `g` waits for its letter, in ms. */
const patience = 1_500

/** What works from the keyboard on every page. Single keys rest while the user types or something lies over the page. */
export function useShortcuts({ onHelp }: { onHelp: () => void }): void {
  const navigate = useNavigate()
  const addresses = new Set(useMenu().flatMap(({ to, entries }) => [to, ...entries.map((entry) => entry.to)]))
  const goUntil = useRef(0)
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.altKey) return
    const key = event.key.toLowerCase()
    if (event.ctrlKey || event.metaKey) {
      if (key !== 'k' || event.shiftKey) return
      event.preventDefault()
      return openPalette()
    }
    if (isBusy(event.target)) return
    const isSecond = Date.now() < goUntil.current
    goUntil.current = 0
    const target = isSecond ? goKeys.find(({ letter }) => letter === key) : undefined
    if (target !== undefined && addresses.has(target.to)) {
      event.preventDefault()
      void navigate({ to: target.to })
    } else if (key === 'g' && !isSecond) goUntil.current = Date.now() + patience
    else if (key === '?') {
      event.preventDefault()
      onHelp()
    } else if (key === '/') {
      event.preventDefault()
      focusSearch()
    }
  })
  useEffect(() => {
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}

function isBusy(target: EventTarget | null): boolean {
  const element = target instanceof HTMLElement ? target : null
  if (element?.closest('input, textarea, select, [contenteditable="true"]')) return true
  return document.querySelector('[role="dialog"], [role="menu"]') !== null
}

function focusSearch(): void {
  const search = document.querySelector<HTMLInputElement>('#content input[type="search"]')
  if (search) search.focus()
  else openPalette()
}
