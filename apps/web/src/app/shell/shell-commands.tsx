import { useHotkeys } from '@mantine/hooks'
import { lazy, Suspense, useState } from 'react'
import { loadChunk } from '../../lib/load-chunk.ts'
import { openPalette, usePaletteOpen } from './palette-store.ts'

const Palette = lazy(() => loadChunk(() => import('./palette.tsx')))

/** What works from the keyboard on every page: `Ctrl K` opens the palette, `/` goes to the search of the page. */
export function ShellCommands() {
  const isOpen = usePaletteOpen()
  const [wasOpened, setOpened] = useState(false)
  if (isOpen && !wasOpened) setOpened(true)
  useHotkeys([
    ['mod+K', openPalette, { preventDefault: true }],
    ['/', focusSearch, { preventDefault: true }],
  ])
  // Loaded with the first opening, then kept.
  return wasOpened ? (
    <Suspense>
      <Palette />
    </Suspense>
  ) : null
}

function focusSearch(): void {
  const search = document.querySelector<HTMLInputElement>('#content input[type="search"]')
  if (search) search.focus()
  else openPalette()
}
