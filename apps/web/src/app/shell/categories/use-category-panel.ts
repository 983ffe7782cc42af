import { useLocation } from '@tanstack/react-router'
import { usePreference } from '../../../lib/preferences.ts'
import { useScreen } from '../../../lib/use-screen.ts'

export interface CategoryPanelState {
  readonly isOpen: boolean
  readonly toggle: () => void
}

/** Open where processes are chosen, closed elsewhere; what the user decides there is remembered for both. */
export function useCategoryPanel(): CategoryPanelState {
  const screen = useScreen()
  const isCatalogue = useLocation({ select: ({ pathname }) => pathname.startsWith('/category/') })
  const [onCatalogue, setOnCatalogue] = usePreference('categoryPanelOnCatalogue')
  const [elsewhere, setElsewhere] = usePreference('categoryPanelElsewhere')
  // Where the panel would cover the page, it is opened only by hand.
  if (isCatalogue && screen === 'desktop') return { isOpen: onCatalogue, toggle: () => setOnCatalogue(!onCatalogue) }
  return { isOpen: elsewhere, toggle: () => setElsewhere(!elsewhere) }
}
