import { useState } from 'react'

/**
 * Whether it is so, or was for this key before. What people type into is on when something beside it, which was waited
 * for at first, is asked for again: a query that failed has nothing again until it is answered.
 */
export function useOnce(isSo: boolean, key: string): boolean {
  const [last, setLast] = useState<string | null>(null)
  if (isSo && last !== key) setLast(key)
  return isSo || last === key
}
