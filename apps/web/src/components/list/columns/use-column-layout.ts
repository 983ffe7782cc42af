import type { ListDescription } from '@millrace/contract'
import { type ColumnLayout, usePreference } from '../../../lib/preferences.ts'
import { useSession } from '../../../lib/session/session.ts'

/** What this user has made of the columns of a list, in this browser. */
export function useColumnLayout({ name }: ListDescription): [ColumnLayout, (layout: ColumnLayout) => void] {
  const { username } = useSession()
  const [layouts, setLayouts] = usePreference('columnLayouts')
  const key = `${username}/${name}`
  return [layouts[key] ?? first, (layout) => setLayouts({ ...layouts, [key]: layout })]
}

const first: ColumnLayout = {}
