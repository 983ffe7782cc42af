import { api, type ThemeData } from '@millrace/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { ApiError } from '../api/api-error.ts'
import { call } from '../api/call.ts'
import { callQuery, keyOf } from '../api/call-query.ts'
import { sessionQuery } from '../session/session.ts'

/** The query of the product name, pictures, theme, menu position and footer of the workplace. */
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

/** Returns the theme data when they are loaded and a user is signed in; null before. It makes no call of its own. */
export function useThemeData(): ThemeData | null {
  const isSignedIn = useIsSignedIn()
  return useQuery({ ...themeDataQuery, enabled: isSignedIn }).data ?? null
}

/** Returns whether the session is loaded. Without a session, calls would be refused. */
export function useIsSignedIn(): boolean {
  return useQuery({ ...sessionQuery, enabled: false }).data !== undefined
}
