import { useLocation, useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'

export type SearchState = Readonly<Record<string, string>>

/** A change of the address: undefined takes a value away. */
export type SearchChange = Readonly<Record<string, string | undefined>>

/**
 * The state of a page that its address holds. Every change can be undone with the browser's Back, unless it replaces
 * the last one: typing does.
 */
export function useSearchState(): [SearchState, (change: SearchChange, options?: { replace?: boolean }) => void] {
  const state = useLocation({ select: (location) => location.search as SearchState, structuralSharing: true })
  const navigate = useNavigate()
  const change = useCallback(
    (values: SearchChange, { replace = false } = {}) => {
      void navigate({ to: '.', search: (before: object) => ({ ...before, ...values }), replace })
    },
    [navigate],
  )
  return [state, change]
}
