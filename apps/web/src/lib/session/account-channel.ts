const name = 'millrace.account'

/** Announces the signed-in user to the other tabs of this browser, by id; null after a sign-out. */
export function announceAccount(userId: string | null): void {
  const channel = new BroadcastChannel(name)
  channel.postMessage(userId)
  channel.close()
}

/**
 * Calls a listener with the announcements of all tabs, including this one. Returns the function that removes the
 * listener.
 */
export function onAccount(listener: (userId: string | null) => void): () => void {
  const channel = new BroadcastChannel(name)
  channel.onmessage = ({ data }: MessageEvent<string | null>) => listener(data)
  return () => channel.close()
}
