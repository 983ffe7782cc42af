import { useEffect, useState } from 'react'

/** Milliseconds: what is there sooner needs no sign that it is on its way. */
const delay = 150

/** Returns true once something has been pending for 150 ms. */
export function useDelayed(isPending: boolean): boolean {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    if (!isPending) return
    const timer = setTimeout(() => setLate(true), delay)
    return () => {
      clearTimeout(timer)
      setLate(false)
    }
  }, [isPending])
  return isPending && isLate
}
