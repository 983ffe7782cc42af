import { type AnswerOf, api, type BodyOf } from '@millrace/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { call } from '../../lib/api/call.ts'
import { callQuery } from '../../lib/api/call-query.ts'
import { noteRefreshed } from '../../lib/api/refresh-session.ts'
import { setPreference } from '../../lib/preferences.ts'
import { takeReturnUrl } from '../../lib/session/return-url.ts'

/** How users can sign in; undefined until that is known, and where it cannot be found out. */
export function useSignInOptions(): AnswerOf<typeof api.auth.options> | undefined {
  return useQuery({
    ...callQuery(api.auth.options),
    staleTime: Number.POSITIVE_INFINITY,
  }).data
}

/** Signs in, and goes to where the user wanted to be. The next sign-in here begins in the same workplace. */
export function useSignIn() {
  const enter = useEnter()
  return useMutation({
    mutationFn: (entered: BodyOf<typeof api.auth.login>) => call(api.auth.login, { body: entered }),
    onSuccess: (_, { workplace = '' }) => enter(workplace),
  })
}

/** Goes to where the user wanted to be, after the sign-in is complete. */
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
