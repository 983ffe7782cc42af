import type { QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { onTouch } from '../lib/api/touch.ts'
import { refreshTouched } from '../lib/queries/refresh-touched.ts'

/** Refetches data that a call has made out of date, on every page that shows it. */
export function useTouchedQueries(queryClient: QueryClient): void {
  useEffect(() => onTouch((names) => refreshTouched(queryClient, names)), [queryClient])
}
