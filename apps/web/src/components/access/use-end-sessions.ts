import { useMutation } from '@tanstack/react-query'
import { describeError } from '../../lib/api/describe-error.ts'
import { showToast } from '../toast/show-toast.tsx'

interface Options {
  readonly one: (id: string) => Promise<unknown>
  /**
   * Ends all sessions except the one of this window.
   *
   * @returns the number of ended sessions.
   */
  readonly all: () => Promise<number>
  readonly texts: { readonly ended: (counted: { readonly count: number }) => string; readonly failed: string }
}

/** Returns the mutation that ends one session by its id, or all. */
export function useEndSessions({ one, all, texts }: Options) {
  return useMutation({
    mutationFn: async (id: string | null) => {
      if (id === null) return all()
      await one(id)
      return 1
    },
    onSuccess: (count) => showToast({ kind: 'success', title: texts.ended({ count }) }),
    onError: (error) => showToast({ kind: 'error', title: texts.failed, text: describeError(error).message }),
  })
}
