import { Button, Modal, Textarea, TextInput } from '@mantine/core'
import { api, type BodyOf, batchLimits, type InstanceSelection, type TriedStates } from '@millrace/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../config/paths.ts'
import { call } from '../../lib/api/call.ts'
import type { Translate } from '../../lib/i18n.ts'
import { ErrorBanner } from '../banner/error-banner.tsx'
import { showToast } from '../toast/show-toast.tsx'
import { Effect, Elements, OutcomeEffect, type Verdict } from './dry-run.tsx'
import classes from './moving.module.css'

type Action = BodyOf<typeof api.batches.begin>['action']

interface ConfirmProps {
  readonly kind: 'move' | 'migrate' | 'restart'
  readonly definitionId: string
  readonly selection: InstanceSelection
  readonly action: Action
  /** The question, from the number of instances. */
  readonly titleOf: (count: number) => string
  /** Instances that the dry run found impossible. */
  readonly blocked: number
  readonly buttonText: string
  /** Must be typed first. */
  readonly word?: string | undefined
  readonly onStarted: () => void
  readonly onClose: () => void
}

/** A dialog that counts the selected instances, asks for a reason, and starts a batch on exactly these instances. */
export function ConfirmBatch(props: ConfirmProps) {
  const { kind, definitionId, selection, titleOf, onClose } = props
  const { t } = useTranslation()
  const place = useId()
  const counted = useQuery({
    queryKey: ['batch draft', place],
    queryFn: () => call(api.batches.prepare, { body: { kind, selection, definitionId } }),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    refetchOnWindowFocus: false,
  })
  const title = counted.data === undefined ? t('batchStart.counting') : titleOf(counted.data.total)
  return (
    <Modal opened onClose={onClose} title={title} size={520}>
      {counted.isError ? (
        <ErrorBanner title={t('batchStart.countFailed')} error={counted.error} onRetry={() => void counted.refetch()} />
      ) : null}
      {counted.data === undefined ? null : <ConfirmForm {...props} id={counted.data.id} total={counted.data.total} />}
    </Modal>
  )
}

function ConfirmForm({
  id,
  total,
  action,
  blocked,
  buttonText,
  word,
  onStarted,
  onClose,
}: ConfirmProps & { readonly id: string; readonly total: number }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [reason, setReason] = useState('')
  const [typed, setTyped] = useState('')
  const [isTried, setTried] = useState(false)
  const begin = useMutation({
    mutationFn: () => call(api.batches.begin, { params: { id }, body: { action, reason: reason.trim() } }),
    onSuccess: () => {
      onStarted()
      showToast({ kind: 'success', title: t('batchStart.started'), about: id })
      void navigate({ to: paths.batch(id) })
    },
  })
  const isTyped = word === undefined || typed.trim() === word
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (reason.trim() !== '' && isTyped) begin.mutate()
  }
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <p>{t('moves.confirmText')}</p>
      {blocked > 0 ? (
        <p>{t('moves.confirmBlocked', { count: blocked, number: blocked.toLocaleString('en') })}</p>
      ) : null}
      {begin.isError ? (
        <ErrorBanner title={t('batchStart.failed')} error={begin.error} comfort={t('moves.kept')} />
      ) : null}
      <Textarea
        label={t('moves.reason')}
        required
        data-autofocus
        maxLength={batchLimits.reason}
        value={reason}
        error={isTried && reason.trim() === '' ? t('moves.reasonRequired') : undefined}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
      {word === undefined ? null : (
        <TextInput
          label={t('deployment.typeToConfirm', { name: word })}
          value={typed}
          autoComplete="off"
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
      <div className={classes.buttons}>
        <Button onClick={onClose}>{t('common.cancel')}</Button>
        <Button type="submit" variant="filled" loading={begin.isPending} disabled={total === 0 || !isTyped}>
          {buttonText}
        </Button>
      </div>
    </form>
  )
}

/** Counts the instances of a dry run that can change and that cannot. */
export function countTried({ states }: TriedStates): { readonly possible: number; readonly blocked: number } {
  const sum = (isPossible: boolean) =>
    states.reduce((total, state) => total + (state.isPossible === isPossible ? state.count : 0), 0)
  return { possible: sum(true), blocked: sum(false) }
}

/** Returns the verdict on a dry run; null while it is not known. */
export function verdictOf(counts: ReturnType<typeof countTried> | null, t: Translate): Verdict | null {
  if (counts === null) return null
  const { possible, blocked } = counts
  if (blocked === 0)
    return possible > 0 ? { kind: 'good', text: t('moves.possible') } : { kind: 'bad', text: t('moves.impossible') }
  return {
    kind: possible > 0 ? 'some' : 'bad',
    text: t('moves.blocked', { count: blocked, number: blocked.toLocaleString('en') }),
  }
}

interface StatesProps {
  readonly tried: TriedStates
  readonly nameOf: (id: string) => string
  /** Whether it is a migration: then an instance that can migrate has no further effect. */
  readonly isMigration?: boolean
  readonly children?: ReactNode
}

/** The effects of a plan on each state in which the instances of a selection are. */
export function StateEffects({ tried, nameOf, isMigration = false, children }: StatesProps) {
  const { t } = useTranslation()
  const number = (count: number) => count.toLocaleString('en')
  const { possible } = countTried(tried)
  if (tried.looked === 0) return <p className={classes.message}>{t('moves.dryNone')}</p>
  return (
    <ul className={classes.effects}>
      {isMigration && possible > 0 ? (
        <Effect kind="good">{t('moves.dryCanMigrate', { count: possible, number: number(possible) })}</Effect>
      ) : null}
      {tried.states.map((state) => {
        if (isMigration && state.isPossible) return null
        const { count } = state
        const head = isMigration ? 'moves.dryCannotMigrate' : 'moves.dryStates'
        return (
          <Effect key={state.instanceId} kind={state.isPossible ? 'good' : 'risk'}>
            {t(head, { count, number: number(count) })}
            <ul>
              {state.faults.map(({ key, failures }) => (
                <Effect key={key} kind="fault">
                  {t('moves.dryFault', { name: nameOf(key), reason: failures.join('; ') })}
                </Effect>
              ))}
              {state.problem === null || state.faults.length > 0 ? null : <Effect kind="fault">{state.problem}</Effect>}
              {[...new Set(state.lines.filter((line) => line !== null))].map((line) => (
                <Effect key={line} kind="fault">
                  {line}
                </Effect>
              ))}
              <Elements kind="ends" ids={state.ends} nameOf={nameOf} />
              <Elements kind="starts" ids={state.starts} nameOf={nameOf} />
              <OutcomeEffect outcome={state.outcome} />
            </ul>
          </Effect>
        )
      })}
      {tried.untried > 0 ? (
        <Effect kind="risk">{t('moves.dryUntried', { number: number(tried.untried) })}</Effect>
      ) : null}
      {tried.isPartial ? <Effect kind="risk">{t('moves.dryPartial', { number: number(tried.looked) })}</Effect> : null}
      {children}
    </ul>
  )
}
