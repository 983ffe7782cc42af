import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { setLanguage } from '../../../lib/languages.ts'
import { profileQuery } from '../../../lib/theme/theme-queries.ts'

/** The language that users have chosen for themselves holds in every browser that they sign in from. */
export function useProfileLanguage(): void {
  const language = useQuery(profileQuery).data?.language ?? null
  useEffect(() => {
    if (language !== null) void setLanguage(language)
  }, [language])
}
