import { useSession } from './session.ts'

/** Returns the owner for entries in the storage of the browser: users of several workplaces can have the same name. */
export function useOwner(): string {
  const { username, workplaces } = useSession()
  // The reference of a workplace has no slash, so two owners never have one name.
  return `${workplaces.selected}/${username}`
}
