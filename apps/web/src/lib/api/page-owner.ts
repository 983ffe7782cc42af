/** Of the user whose page this is; null while nobody is signed in, or it is not known yet. */
let owner: string | null = null

/**
 * Returns the user whose page this is. Each call sends it, because the cookies of the browser may belong to another
 * user by now.
 */
export function getPageOwner(): string | null {
  return owner
}

export function setPageOwner(userId: string | null): void {
  owner = userId
}

const listeners = new Set<() => void>()

/**
 * Calls a listener when the server reports that another user is signed in. Returns the function that removes the
 * listener.
 */
export function onOtherUser(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function announceOtherUser(): void {
  for (const listener of listeners) listener()
}
