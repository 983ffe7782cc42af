import { Modal } from '@mantine/core'
import { api, type Person, type UserChange, type UserChangeOfMany } from '@millrace/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../../../components/banner/error-banner.tsx'
import { QueryFailure } from '../../../components/banner/query-failure.tsx'
import { call } from '../../../lib/api/call.ts'
import { useKept } from '../../../lib/api/use-kept.ts'
import { ChangeChoice } from './change-choice.tsx'
import { ChangeDone } from './change-done.tsx'
import { ChangePreview } from './change-preview.tsx'
import { ChangeProgress } from './change-progress.tsx'
import { isUnderWay, lastChangeQuery } from './change-query.ts'
import type { ChosenUsers } from './use-user-bulk.tsx'

interface Props {
  /** The users to change; a change that is under way already. */
  readonly chosen: ChosenUsers | UserChange
  readonly onClose: () => void
}

/**
 * The dialog that changes several users: it asks for the change, shows the difference for each user, and orders a job.
 */
export function ChangeDialog({ chosen, onClose }: Props) {
  const { t } = useTranslation()
  const isNew = 'rows' in chosen
  const kind = isNew ? chosen.kind : chosen.change.kind
  const [ordered, setOrdered] = useState<Pick<UserChange, 'id' | 'change'> | null>(isNew ? null : chosen)
  const [change, setChange] = useState<UserChangeOfMany | null>(null)
  const [person, setPerson] = useState<Person | null>(null)
  const [count, setCount] = useState(isNew && chosen.query === null ? chosen.rows.length : null)
  const last = useQuery(lastChangeQuery)
  const keepAnswer = useKept(lastChangeQuery.queryKey)
  const keep = (item: UserChange) => keepAnswer({ item, rows: [], next: null })
  const order = useMutation({
    mutationFn: (given: UserChangeOfMany) => {
      const { query, rows } = chosen as ChosenUsers
      const users = query === null ? { ids: rows.map(({ id }) => id) } : { query }
      return call(api.userChanges.order, { body: { change: given, users } })
    },
    onSuccess: (item) => {
      keep(item)
      setCount(item.total)
      setOrdered(item)
    },
  })
  const start = useMutation({
    mutationFn: (id: string) => call(api.userChanges.start, { params: { id } }),
    onSuccess: keep,
  })
  const cancel = useMutation({
    mutationFn: (id: string) => call(api.userChanges.cancel, { params: { id } }),
    onSuccess: keep,
  })
  const goBack = () => {
    start.reset()
    setOrdered(null)
  }
  const item = last.data?.item ?? null
  const title =
    count === null
      ? t(`userChanges.${kind}`)
      : t(`userChanges.${kind}Title`, { count, number: count.toLocaleString('en') })
  const content = () => {
    if (ordered === null)
      return (
        <ChangeChoice
          kind={kind}
          before={change}
          personBefore={person}
          isPending={order.isPending}
          onChoose={(given, chosenPerson) => {
            setChange(given)
            setPerson(chosenPerson)
            order.mutate(given)
          }}
          onClose={onClose}
        />
      )
    if (item === null || item.id !== ordered.id) return <p role="status">{t('userChanges.replaced')}</p>
    if (isUnderWay(item))
      return (
        <ChangeProgress
          item={item}
          isPending={cancel.isPending}
          onStop={() =>
            cancel.mutate(item.id, {
              onSuccess: ({ state, done }) => (state === 'cancelled' && done === 0 ? goBack() : null),
            })
          }
          onClose={onClose}
        />
      )
    if (item.state === 'checked')
      return (
        <ChangePreview
          item={item}
          isPending={start.isPending}
          onBack={goBack}
          onApply={() => start.mutate(item.id)}
          onClose={onClose}
        />
      )
    return <ChangeDone item={item} onClose={onClose} />
  }
  return (
    <Modal opened onClose={onClose} title={title} size={640} closeOnClickOutside={false}>
      {order.isError ? <ErrorBanner title={t('userChanges.checkFailed')} error={order.error} /> : null}
      {start.isError ? <ErrorBanner title={t('userChanges.applyFailed')} error={start.error} /> : null}
      {cancel.isError ? <ErrorBanner title={t('userChanges.cancelFailed')} error={cancel.error} /> : null}
      {last.isError && last.data === undefined ? (
        <QueryFailure query={last} title={t('userChanges.readFailed')} />
      ) : (
        content()
      )}
    </Modal>
  )
}
