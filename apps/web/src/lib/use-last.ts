import { useState } from 'react'

/** The value, or while there is none the last one: a dialog that is closing goes on to say what it was about. */
export function useLast<T extends string | number | object>(value: T | null): T | null {
  const [last, setLast] = useState(value)
  if (value !== null && value !== last) setLast(value)
  return value ?? last
}
