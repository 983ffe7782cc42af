/**
 * The names of those who fill in forms of public links, without an account. No user has such a name, for a user name has
 * no colon.
 */
const prefix = 'link:'

export function guestName(linkId: string): string {
  return `${prefix}${linkId}`
}

export function isGuest(username: string): boolean {
  return username.startsWith(prefix)
}
