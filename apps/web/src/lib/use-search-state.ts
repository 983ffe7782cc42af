import { useLocation, useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'

export type SearchState = Readonly<Record<string, string>>

/** A change of the address; undefined removes a parameter. */
export type SearchChange = Readonly<Record<string, string | undefined>>

/**
 * Returns the state of a page in its address, and its setter. The Back button of the browser undoes each change, unless
 * it replaces the previous one, as typing does.
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
