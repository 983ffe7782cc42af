import { api } from '@millrace/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { callQuery } from './api/call-query.ts'
import { useIsSignedIn, useThemeData } from './theme/theme-queries.ts'

/** Of the workplace that the address of the sign-in page names, else of the default one. */
function describeDetails() {
  const workplace = new URLSearchParams(location.search).get('workplace')
  return {
    ...callQuery(api.about.themeDetails, { query: { workplace: workplace ?? undefined } }),
    staleTime: 300_000,
    // The product has a name of its own: nothing waits for this one.
    retry: false,
  }
}

/** Returns the name of the product in this workplace. */
export function useProductName(): string {
  const { t } = useTranslation()
  const known = useKnownDetails()
  return useThemeData()?.productName ?? known?.productName ?? t('common.productName')
}

/** Returns the strapline of the workplace for users who are not signed in; null for none. */
export function useStrapline(): string | null {
  return useKnownDetails()?.strapline ?? null
}

/** Returns the address of the workplace's own logo or favicon: null without one, undefined while it is loading. */
export function usePicture(kind: 'logo' | 'favicon'): string | null | undefined {
  const known = useKnownDetails()
  return (useThemeData() ?? known)?.[kind]
}

/**
 * Loads the product name and pictures when nobody is signed in, as on the sign-in page.
 *
 * @returns the error when they cannot be loaded.
 */
export function useLoadProduct(): unknown {
  const isSignedIn = useIsSignedIn()
  return useQuery({ ...describeDetails(), enabled: !isSignedIn }).error
}

function useKnownDetails() {
  return useQuery({ ...describeDetails(), enabled: false }).data
}
