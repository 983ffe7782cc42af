import { useState } from 'react'

/** Returns the value, or the last one while it is null, so that a closing dialog still shows its object. */
export function useLast<T extends string | number | object>(value: T | null): T | null {
  const [last, setLast] = useState(value)
  if (value !== null && value !== last) setLast(value)
  return value ?? last
}
