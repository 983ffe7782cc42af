import { createContext, useContext } from 'react'
import type { Checks } from './questions.ts'

export const ChecksContext = createContext<Checks | null>(null)

export function useChecks(): Checks {
  const checks = useContext(ChecksContext)
  if (checks === null) throw new Error('Expected checks around this part, but there are none.')
  return checks
}
