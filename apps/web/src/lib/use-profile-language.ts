import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { setLanguage } from './languages.ts'
import { profileQuery, useIsSignedIn } from './theme/theme-queries.ts'

/**
 * Applies the language that users have chosen in their profile in every browser. Without a choice, the language of the
 * browser applies.
 */
export function useProfileLanguage(): void {
  const enabled = useIsSignedIn()
  const language = useQuery({ ...profileQuery, enabled }).data?.language
  useEffect(() => {
    if (language) void setLanguage(language)
  }, [language])
}
