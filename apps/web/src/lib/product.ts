import { api } from '@millrace/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from './api/call.ts'
import { useIsSignedIn, useThemeData } from './theme/theme-queries.ts'

const themeDetailsQuery = queryOptions({
  queryKey: ['theme-details'],
  queryFn: () => call(api.about.themeDetails),
  staleTime: 300_000,
  // The product has a name of its own: nothing waits for this one.
  retry: false,
})

/** The name that the product goes by in this workplace. */
export function useProductName(): string {
  const { t } = useTranslation()
  const known = useQuery({ ...themeDetailsQuery, enabled: false }).data
  return useThemeData()?.productName ?? known?.productName ?? t('common.productName')
}

/** Asks for the name where nobody is signed in, as on the sign-in page: it is the default workplace's then. */
export function useLoadProductName(): void {
  const isSignedIn = useIsSignedIn()
  useQuery({ ...themeDetailsQuery, enabled: !isSignedIn })
}
