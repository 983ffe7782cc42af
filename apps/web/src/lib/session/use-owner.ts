import { useSession } from './session.ts'

/** Whose a thing in the browser's storage is: several workplaces of one browser may have users of the same name. */
export function useOwner(): string {
  const { username, workplaces } = useSession()
  // The reference of a workplace has no slash, so two owners never have one name.
  return `${workplaces.selected}/${username}`
}
