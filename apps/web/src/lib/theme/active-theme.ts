import { builtInTheme, type Profile, type ThemeData, type UserTheme } from '@millrace/contract'
import { useQuery } from '@tanstack/react-query'
import { usePreview } from './preview-store.ts'
import { profileQuery, themeDataQuery, useIsSignedIn, userThemesQuery } from './theme-queries.ts'

/**
 * Returns the JSON text of the active theme's variables: of the preview, otherwise of the user's theme if it exists,
 * otherwise of the workplace's. Null while it is unknown.
 */
export function useActiveVariables(): string | null {
  const enabled = useIsSignedIn()
  const preview = usePreview()
  const data = useQuery({ ...themeDataQuery, enabled }).data
  const themes = useQuery({ ...userThemesQuery, enabled }).data
  const profile = useQuery({ ...profileQuery, enabled }).data
  if (preview !== null) return JSON.stringify(preview.variables)
  if (data === undefined || themes === undefined || profile === undefined) return null
  return chooseTheme({ data, themes, profile })?.variables ?? '{}'
}

/** Returns the active theme: that of the user, otherwise that of the workplace. Null: the built-in theme. */
export function chooseTheme(from: {
  data: Pick<ThemeData, 'themeCode'>
  themes: readonly UserTheme[]
  profile: Pick<Profile, 'themeCode'>
}): UserTheme | null {
  const { data, themes, profile } = from
  const find = (code: string | null) => themes.find((theme) => theme.code === code) ?? null
  return profile.themeCode === builtInTheme.code ? null : (find(profile.themeCode) ?? find(data.themeCode))
}
