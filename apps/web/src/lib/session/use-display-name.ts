import { useQuery } from '@tanstack/react-query'
import { profileQuery } from '../theme/theme-queries.ts'
import { useSession } from './session.ts'

/** Returns the first and last name of the signed-in user, otherwise the username. */
export function useDisplayName(): string {
  const { preferredUsername } = useSession()
  const user = useQuery(profileQuery).data?.user
  const fullName = [user?.firstName, user?.lastName].filter(Boolean).join(' ')
  return fullName === '' ? preferredUsername : fullName
}
