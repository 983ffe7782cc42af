import { useEffect, useEffectEvent } from 'react'

/** What lies over the page: it has the keys, and Escape closes it alone. */
const over = '[role="dialog"], [role="menu"], [role="listbox"], [role="tooltip"]'

let isCovered = false
let chordUntil = 0

// Before anything can close: afterwards it could not be told that the key was for that.
if (typeof window !== 'undefined')
  addEventListener('keydown', () => (isCovered = [...document.querySelectorAll(over)].some(isShown)), { capture: true })

/** Lists of selects are there, hidden, before they are opened. */
function isShown(element: Element): boolean {
  // Unknown to jsdom.
  return element.checkVisibility?.() ?? true
}

/**
 * Handles single keys for the whole page by their names, such as `j` and `Escape`. They are ignored while the user
 * types, while a dialog covers the page, and between `g` and its letter.
 */
export function usePageKeys(keys: Readonly<Record<string, (() => void) | undefined>>): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (!isForPage(event) || isChord()) return
    const act = keys[nameOf(event)]
    if (act === undefined) return
    event.preventDefault()
    act()
  })
  useEffect(() => {
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [])
}

/** Returns whether a key press is meant for the page as a whole. */
export function isForPage(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey || isCovered) return false
  const element = event.target instanceof HTMLElement ? event.target : null
  return !element?.closest('input:not([type=checkbox]), textarea, select, [contenteditable="true"]')
}

/** Makes the next key within the given milliseconds the second key of a shortcut. 0 ends the wait. */
export function beginChord(ms: number): void {
  chordUntil = Date.now() + ms
}

export function isChord(): boolean {
  return Date.now() < chordUntil
}

export function nameOf({ key }: KeyboardEvent): string {
  return key.length === 1 ? key.toLowerCase() : key
}
