import { type AnswerOf, api, type BodyOf } from '@millrace/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { call } from '../../lib/api/call.ts'
import { callQuery } from '../../lib/api/call-query.ts'
import { noteRefreshed } from '../../lib/api/refresh-session.ts'
import { setPreference } from '../../lib/preferences.ts'
import { takeReturnUrl } from '../../lib/session/return-url.ts'

/** Returns the ways to sign in; undefined while they are loading or when they cannot be loaded. */
export function useSignInOptions(): AnswerOf<typeof api.auth.options> | undefined {
  return useQuery({
    ...callQuery(api.auth.options),
    staleTime: Number.POSITIVE_INFINITY,
  }).data
}

/**
 * Returns the mutation that signs in and opens the requested page. The next sign-in in this browser starts in the same
 * workplace.
 */
export function useSignIn() {
  const enter = useEnter()
  return useMutation({
    mutationFn: (entered: BodyOf<typeof api.auth.login>) => call(api.auth.login, { body: entered }),
    onSuccess: (_, { workplace = '' }) => enter(workplace),
  })
}

/** Returns the function that opens the requested page after the sign-in. */
export function useEnter() {
  const queryClient = useQueryClient()
  const router = useRouter()
  return async (workplace: string) => {
    setPreference('workplace', workplace)
    noteRefreshed()
    // Nothing that someone else loaded in this tab may be seen now.
    queryClient.clear()
    await router.navigate({ to: takeReturnUrl(), replace: true })
  }
}
