import type { ListDescription, SavedView } from '@millrace/contract'
import { type ColumnLayout, usePreference } from '../../../lib/preferences.ts'
import { useOwner } from '../../../lib/session/use-owner.ts'
import type { UsedLayout } from '../views/view-actions.tsx'

/** Returns the column layout that this user has set for a list or view, in this browser. */
export function useColumnLayout({ name }: ListDescription, view: SavedView | null): UsedLayout {
  const owner = useOwner()
  const [layouts, setLayouts] = usePreference('columnLayouts')
  const key = view === null ? `${owner}/${name}` : `${owner}/${name}/${view.id}`
  const own = layouts[key]
  const { [key]: _, ...others } = layouts
  const first: ColumnLayout = view?.columns ?? nothing
  const isChanged = own !== undefined && JSON.stringify(normal(own)) !== JSON.stringify(normal(first))
  return {
    layout: own ?? first,
    setLayout: (layout) => setLayouts({ ...layouts, [key]: layout }),
    isChanged,
    reset: () => {
      // Of the plain list they stay: that is what it looks like to this user.
      if (view !== null) setLayouts(others)
    },
  }
}

const nothing: ColumnLayout = {}

function normal({ order = [], shown = {}, pinned = [] }: ColumnLayout) {
  return { order, shown: Object.entries(shown).sort(), pinned }
}
