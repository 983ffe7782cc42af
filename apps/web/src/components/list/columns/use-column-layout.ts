import type { ListDescription } from '@millrace/contract'
import { type ColumnLayout, usePreference } from '../../../lib/preferences.ts'
import { useOwner } from '../../../lib/session/use-owner.ts'

/** What this user has made of the columns of a list, in this browser. */
export function useColumnLayout({ name }: ListDescription): [ColumnLayout, (layout: ColumnLayout) => void] {
  const owner = useOwner()
  const [layouts, setLayouts] = usePreference('columnLayouts')
  const key = `${owner}/${name}`
  return [layouts[key] ?? first, (layout) => setLayouts({ ...layouts, [key]: layout })]
}

const first: ColumnLayout = {}
