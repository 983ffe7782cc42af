import { useQuery } from '@tanstack/react-query'
import { customViewsQuery } from '../../../lib/queries/custom-views.ts'
import { useSession } from '../../../lib/session/session.ts'
import { buildMenu, type MenuSection } from './menu-model.ts'

/** The menu of whoever is signed in, with the custom views as they are now. */
export function useMenu(): MenuSection[] {
  const { data } = useQuery(customViewsQuery)
  return buildMenu(useSession(), data)
}
