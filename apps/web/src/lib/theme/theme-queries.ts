import { api, type ThemeData } from '@millrace/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { ApiError } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { callQuery, keyOf } from '../api/call-query.ts'
import { sessionQuery } from '../session/session.ts'

/** How the workplace presents itself: product name, pictures, theme, place of the menu and the footer. */
export const themeDataQuery = { ...callQuery(api.themes.get), staleTime: 300_000 }

/** The user-defined themes. */
export const userThemesQuery = queryOptions({
  queryKey: keyOf(api.themes.list),
  queryFn: async () => {
    const { error, message, data } = await call(api.themes.list)
    // The body can say so too, with a sentence of the server.
    if (error) throw new ApiError({ code: 'internal', status: 200, message: message ?? '' })
    return data
  },
  staleTime: 300_000,
})

export const profileQuery = { ...callQuery(api.profile.get), staleTime: 300_000 }

/** Theme data once it is here and someone is signed in; null before. It asks nothing of the server by itself then. */
export function useThemeData(): ThemeData | null {
  const isSignedIn = useIsSignedIn()
  return useQuery({ ...themeDataQuery, enabled: isSignedIn }).data ?? null
}

/** Whether the session is loaded: without one, no call would be answered. */
export function useIsSignedIn(): boolean {
  return useQuery({ ...sessionQuery, enabled: false }).data !== undefined
}
