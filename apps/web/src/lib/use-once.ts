import { useState } from 'react'

/**
 * Returns whether a condition is true, or was true for this key before. It keeps a field enabled while the data that it
 * waited for at first is being refetched.
 */
export function useOnce(isSo: boolean, key: string): boolean {
  const [last, setLast] = useState<string | null>(null)
  if (isSo && last !== key) setLast(key)
  return isSo || last === key
}
