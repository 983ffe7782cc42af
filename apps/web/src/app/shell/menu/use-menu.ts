import { useQuery } from '@tanstack/react-query'
import { customViewsQuery } from '../../../lib/queries/custom-views.ts'
import { useSession } from '../../../lib/session/session.ts'
import { buildMenu, type MenuSection } from './menu-model.ts'

/** Returns the menu of the signed-in user, with the current custom views. */
export function useMenu(): MenuSection[] {
  const { data } = useQuery(customViewsQuery)
  return buildMenu(useSession(), data)
}
