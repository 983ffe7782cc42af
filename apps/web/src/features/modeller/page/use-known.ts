import { api } from '@millrace/contract'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { callQuery } from '../../../lib/api/call-query.ts'
import { type KnownThings, nothingKnown } from '../problems/known-things.ts'

/** What there is to choose from in the modeller of a process: the forms and decisions of its application. */
export function useKnown(appId: string): KnownThings {
  const forms = useQuery(
    callQuery(api.forms.list, { query: { application: appId, isDisabled: 'false', size: 100 } }),
  ).data
  const decisions = useQuery(
    callQuery(api.appDecisions.list, { query: { application: appId, isDisabled: 'false', size: 100 } }),
  ).data
  return useMemo(
    // Of more than a page nobody knows which are missing.
    () => ({
      ...nothingKnown,
      forms: forms === undefined || forms.next !== null ? null : forms.items.map(({ formKey }) => formKey),
      decisions: decisions === undefined || decisions.next !== null ? null : decisions.items.map(({ key }) => key),
    }),
    [forms, decisions],
  )
}
