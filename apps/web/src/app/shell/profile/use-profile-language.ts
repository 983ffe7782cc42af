import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { setLanguage } from '../../../lib/languages.ts'
import { profileQuery } from '../../../lib/theme/theme-queries.ts'

/** Applies the language in the user's profile, in every browser in which they sign in. */
export function useProfileLanguage(): void {
  const language = useQuery(profileQuery).data?.language ?? null
  useEffect(() => {
    if (language !== null) void setLanguage(language)
  }, [language])
}
