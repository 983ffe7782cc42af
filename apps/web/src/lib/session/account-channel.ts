const name = 'millrace.account'

/** Tells the other tabs of this browser who is signed in now, by id; null when nobody is any more. */
export function announceAccount(userId: string | null): void {
  const channel = new BroadcastChannel(name)
  channel.postMessage(userId)
  channel.close()
}

/** Called with what a tab announces, this one too. Returns what ends it. */
export function onAccount(listener: (userId: string | null) => void): () => void {
  const channel = new BroadcastChannel(name)
  channel.onmessage = ({ data }: MessageEvent<string | null>) => listener(data)
  return () => channel.close()
}
