import { lazy, Suspense, useEffect, useState } from 'react'
import { loadChunk } from '../../../lib/load-chunk.ts'
import { useShortcuts } from '../keys/use-shortcuts.ts'
import { closePalette, usePalette } from './palette-store.ts'

const Palette = lazy(() => loadChunk(() => import('./palette.tsx')))
const ShortcutsDialog = lazy(() => loadChunk(() => import('../keys/shortcuts-dialog.tsx')))

/** The palette and the keys that work on every page. Each dialog is loaded when it is first opened. */
export function ShellCommands() {
  const { isOpen } = usePalette()
  const [wasOpened, setOpened] = useState(false)
  const [isHelpOpen, setHelpOpen] = useState(false)
  if (isOpen && !wasOpened) setOpened(true)
  useEffect(() => closePalette, [])
  useShortcuts({ onHelp: () => setHelpOpen(true) })
  return (
    <Suspense>
      {wasOpened ? <Palette onHelp={() => setHelpOpen(true)} /> : null}
      {isHelpOpen ? <ShortcutsDialog onClose={() => setHelpOpen(false)} /> : null}
    </Suspense>
  )
}
