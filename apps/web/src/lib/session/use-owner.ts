import { useSession } from './session.ts'

/**
 * Returns the owner for entries in the storage of the browser. It is the id of the account, because a later user can have
 * the user name of a deleted one, and users of several workplaces can have the same name.
 */
export function useOwner(): string {
  const { userId, workplaces } = useSession()
  // The reference of a workplace has no slash, so two owners never have one name.
  return `${workplaces.selected}/${userId}`
}
