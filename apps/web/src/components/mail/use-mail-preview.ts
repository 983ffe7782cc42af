import { useDebouncedValue } from '@mantine/hooks'
import type { Call, MailPreview } from '@millrace/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { keyOf } from '../../lib/api/call-query.ts'

/**
 * Returns the mail of a draft, a moment after the user has typed.
 *
 * @param body the draft to send; null while it cannot be shown.
 */
export function useMailPreview<Body extends object>(
  contract: Call,
  body: Body | null,
  ask: (body: Body) => Promise<MailPreview>,
) {
  const [asked] = useDebouncedValue(body === null ? null : JSON.stringify(body), 400)
  return useQuery({
    queryKey: keyOf(contract, asked),
    queryFn: () => ask(JSON.parse(asked ?? '{}') as Body),
    enabled: asked !== null,
    placeholderData: keepPreviousData,
    retry: false,
  })
}
