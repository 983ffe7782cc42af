import '@mantine/core/styles/Progress.layer.css'
import { Button, Modal, Progress } from '@mantine/core'
import { api, type SelectedUser, type UserChangeOfMany } from '@millrace/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type RefObject, useCallback, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../../../components/banner/error-banner.tsx'
import { call } from '../../../lib/api/call.ts'
import { touch } from '../../../lib/api/touch.ts'
import classes from './bulk.module.css'
import { ChangeChoice } from './change-choice.tsx'
import { ChangeDone } from './change-done.tsx'
import { ChangePreview } from './change-preview.tsx'
import { runChange, type UserResult } from './run-change.ts'
import type { ChosenUsers } from './use-user-bulk.tsx'

interface Props {
  readonly chosen: ChosenUsers
  readonly onClose: () => void
}

/** Changes several users: asks for the change, shows the difference for each user, and applies it. */
export function ChangeDialog({ chosen: { kind, rows, query }, onClose }: Props) {
  const { t } = useTranslation()
  const place = useId()
  const selected = useQuery({
    queryKey: ['user change', place],
    queryFn: async () => (await call(api.userChanges.select, { body: { query: query ?? {} } })).users,
    enabled: query !== null,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    refetchOnWindowFocus: false,
  })
  const users = query === null ? rows : selected.data
  const stopping = useRef<(() => void) | null>(null)
  const count = users?.length
  const title =
    count === undefined
      ? t('userChanges.selecting')
      : t(`userChanges.${kind}Title`, { count, number: count.toLocaleString('en') })
  return (
    <Modal opened onClose={() => (stopping.current ?? onClose)()} title={title} size={640} closeOnClickOutside={false}>
      {selected.isError ? (
        <ErrorBanner
          title={t('userChanges.selectFailed')}
          error={selected.error}
          onRetry={() => void selected.refetch()}
        />
      ) : null}
      {users === undefined ? null : <ChangeSteps kind={kind} users={users} stopping={stopping} onClose={onClose} />}
    </Modal>
  )
}

interface StepsProps {
  readonly kind: UserChangeOfMany['kind']
  readonly users: readonly SelectedUser[]
  /** Stops what is being changed, so that its result is shown before the dialog closes. */
  readonly stopping: RefObject<(() => void) | null>
  readonly onClose: () => void
}

function ChangeSteps({ kind, users, stopping, onClose }: StepsProps) {
  const { t } = useTranslation()
  const [change, setChange] = useState<UserChangeOfMany | null>(null)
  const [done, setDone] = useState(0)
  const isStopped = useRef(false)
  const stop = useCallback(() => {
    isStopped.current = true
  }, [])
  // Nobody sees the result in a dialog that is gone.
  useEffect(() => stop, [stop])
  const run = (given: UserChangeOfMany, among: readonly SelectedUser[], isPreview: boolean) => {
    isStopped.current = false
    setDone(0)
    return runChange({
      users: among,
      change: given,
      isPreview,
      onProgress: (results) => setDone(results.length),
      isStopped: () => isStopped.current,
    })
  }
  const preview = useMutation({ mutationFn: (given: UserChangeOfMany) => run(given, users, true) })
  const changing = preview.data?.filter(({ outcome }) => outcome.result === 'changed').map(({ user }) => user) ?? []
  const apply = useMutation({
    mutationFn: (given: UserChangeOfMany) => {
      stopping.current = stop
      return run(given, changing, false)
    },
    onSettled: () => {
      stopping.current = null
      // What was changed before it failed is changed.
      touch(api.userChanges.apply)
    },
  })
  const start = (given: UserChangeOfMany) => {
    setChange(given)
    preview.mutate(given)
  }
  if (apply.isSuccess) return <ChangeDone asked={changing.length} results={apply.data} onClose={onClose} />
  if (apply.isPending)
    return (
      <Running
        label={t('userChanges.applying', {
          done: done.toLocaleString('en'),
          total: changing.length.toLocaleString('en'),
        })}
        value={done / changing.length}
        text={t('userChanges.keepOpen')}
        onStop={stop}
      />
    )
  if (preview.isPending)
    return (
      <Running
        label={t('userChanges.checking', { done: done.toLocaleString('en'), total: users.length.toLocaleString('en') })}
        value={done / users.length}
        onStop={() => {
          stop()
          preview.reset()
        }}
      />
    )
  const isWhole = preview.data?.length === users.length
  if (change !== null && preview.isSuccess && isWhole)
    return (
      <>
        {apply.isError ? <ErrorBanner title={t('userChanges.applyFailed')} error={apply.error} /> : null}
        <ChangePreview
          change={change}
          results={preview.data as readonly UserResult[]}
          onBack={() => {
            apply.reset()
            preview.reset()
          }}
          onApply={() => apply.mutate(change)}
          onClose={onClose}
        />
      </>
    )
  return (
    <>
      {preview.isError ? <ErrorBanner title={t('userChanges.checkFailed')} error={preview.error} /> : null}
      <ChangeChoice kind={kind} before={change} onChoose={start} onClose={onClose} />
    </>
  )
}

interface RunningProps {
  readonly label: string
  /** From 0 to 1. */
  readonly value: number
  readonly text?: string
  readonly onStop: () => void
}

function Running({ label, value, text, onStop }: RunningProps) {
  const { t } = useTranslation()
  return (
    <div className={classes.content}>
      <Progress value={100 * value} aria-label={label} color="var(--app-accent)" />
      <p role="status" className="tn">
        {label}
      </p>
      {text === undefined ? null : <p className={classes.quiet}>{text}</p>}
      <div className={classes.buttons}>
        <Button data-autofocus onClick={onStop}>
          {t('userChanges.stop')}
        </Button>
      </div>
    </div>
  )
}
