import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { setLanguage } from './languages.ts'
import { profileQuery, useIsSignedIn } from './theme/theme-queries.ts'

/** The language that users have chosen follows them into every browser. Without one, the browser's holds. */
export function useProfileLanguage(): void {
  const enabled = useIsSignedIn()
  const language = useQuery({ ...profileQuery, enabled }).data?.language
  useEffect(() => {
    if (language) void setLanguage(language)
  }, [language])
}
