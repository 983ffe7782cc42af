import { Button } from '@mantine/core'
import { api } from '@millrace/contract'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../../lib/api/call.ts'
import { keyOf } from '../../../lib/api/call-query.ts'
import { polled } from '../../../lib/api/polled.ts'

const dayMs = 86_400_000

/** The last batch of the user, while it is running or was started today, with a button that opens its dialog again. */
export function BatchStatus({ onOpen }: { readonly onOpen: (id: string) => void }) {
  const { t } = useTranslation()
  const { data } = useQuery({
    queryKey: keyOf(api.taskBulk.batches),
    queryFn: (asked) => polled(asked, () => call(api.taskBulk.batches, { signal: asked.signal })),
    staleTime: 30_000,
    refetchInterval: ({ state }) => (state.data?.some((one) => one.state === 'waiting') ? 5_000 : false),
  })
  const last = data?.find(({ state }) => state === 'waiting') ?? data?.[0]
  if (last === undefined) return null
  const isWaiting = last.state === 'waiting'
  if (!isWaiting && Date.now() - Date.parse(last.createdAt) > dayMs) return null
  const label = isWaiting ? 'taskBulk.batchWaiting' : 'taskBulk.batchDone'
  return (
    <Button size="xs" variant="subtle" onClick={() => onOpen(last.id)}>
      {t(label, { done: last.done.toLocaleString('en'), total: last.total.toLocaleString('en') })}
    </Button>
  )
}
