import { useLocation } from '@tanstack/react-router'
import { usePreference } from '../../../lib/preferences.ts'
import { useScreen } from '../../../lib/use-screen.ts'

export interface CategoryPanelState {
  readonly isOpen: boolean
  readonly toggle: () => void
}

/**
 * Returns the state of the category panel: open by default on pages for choosing processes, closed elsewhere. The
 * choice of the user is remembered for both.
 */
export function useCategoryPanel(): CategoryPanelState {
  const screen = useScreen()
  const isCatalogue = useLocation({ select: ({ pathname }) => pathname.startsWith('/category/') })
  const [onCatalogue, setOnCatalogue] = usePreference('categoryPanelOnCatalogue')
  const [elsewhere, setElsewhere] = usePreference('categoryPanelElsewhere')
  // Where the panel would cover the page, it is opened only by hand.
  if (isCatalogue && screen === 'desktop') return { isOpen: onCatalogue, toggle: () => setOnCatalogue(!onCatalogue) }
  return { isOpen: elsewhere, toggle: () => setElsewhere(!elsewhere) }
}
