/** Of the user whose page this is; null while nobody is signed in, or it is not known yet. */
let owner: string | null = null

/** Each call says whose page it comes from: the cookies of a browser may be somebody else's by then. */
export function getPageOwner(): string | null {
  return owner
}

export function setPageOwner(userId: string | null): void {
  owner = userId
}

const listeners = new Set<() => void>()

/** Called when the server says that somebody else is signed in by now. Returns what ends it. */
export function onOtherUser(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function tellOtherUser(): void {
  for (const listener of listeners) listener()
}
