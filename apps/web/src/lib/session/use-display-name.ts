import { useQuery } from '@tanstack/react-query'
import { profileQuery } from '../theme/theme-queries.ts'
import { useSession } from './session.ts'

/** First and last name of whoever is signed in, else the user name. */
export function useDisplayName(): string {
  const { preferredUsername } = useSession()
  const user = useQuery(profileQuery).data?.user
  const fullName = [user?.firstName, user?.lastName].filter(Boolean).join(' ')
  return fullName === '' ? preferredUsername : fullName
}
