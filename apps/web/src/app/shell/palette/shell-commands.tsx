import { useEffect, useState } from 'react'
import { lazyPart } from '../../../components/lazy-part/lazy-part.tsx'
import { useShortcuts } from '../keys/use-shortcuts.ts'
import { closePalette, usePalette } from './palette-store.ts'

const asked = { isAwaited: () => true }
const Palette = lazyPart(() => import('./palette.tsx'), asked)
const ShortcutsDialog = lazyPart(() => import('../keys/shortcuts-dialog.tsx'), asked)

/** The palette and the keyboard shortcuts of every page. Each dialog is loaded when it is first opened. */
export function ShellCommands() {
  const { isOpen } = usePalette()
  const [wasOpened, setOpened] = useState(false)
  const [isHelpOpen, setHelpOpen] = useState(false)
  if (isOpen && !wasOpened) setOpened(true)
  useEffect(() => closePalette, [])
  useShortcuts({ onHelp: () => setHelpOpen(true) })
  return (
    <>
      {wasOpened ? <Palette onHelp={() => setHelpOpen(true)} /> : null}
      {isHelpOpen ? <ShortcutsDialog onClose={() => setHelpOpen(false)} /> : null}
    </>
  )
}
