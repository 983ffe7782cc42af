import IconAlertTriangleFilled from 'icon:alert-triangle-filled'
import IconCircleCheckFilled from 'icon:circle-check-filled'
import IconFlag from 'icon:flag'
import IconMinus from 'icon:minus'
import IconPlus from 'icon:plus'
import IconRefresh from 'icon:refresh'
import IconVariable from 'icon:variable'
import { ActionIcon } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorBanner } from '../banner/error-banner.tsx'
import { DateTime } from '../dates/dates.tsx'
import type { DrawnIcon } from '../icon/drawn.tsx'
import classes from './moving.module.css'

/** A text that says whether a plan is possible. */
export interface Verdict {
  readonly kind: 'good' | 'bad' | 'some'
  readonly text: string
}

interface Props {
  /** The result; disabled as long as the plan is empty. */
  readonly query: Pick<UseQueryResult<unknown>, 'isError' | 'error' | 'isFetching' | 'dataUpdatedAt' | 'refetch'>
  readonly verdict: Verdict | null
  /** The text before there is a plan. */
  readonly empty: string
  readonly children: ReactNode
}

/** The result of the dry run of a plan, in sentences. The previous result stays until the new one arrives. */
export function DryRun({ query, verdict, empty, children }: Props) {
  const { t } = useTranslation()
  const Icon = verdict?.kind === 'good' ? IconCircleCheckFilled : IconAlertTriangleFilled
  return (
    <section className={classes.result} aria-label={t('moves.dryRun')} aria-busy={query.isFetching}>
      <div className={classes.head}>
        <h2>{t('moves.dryRun')}</h2>
        {verdict === null ? null : (
          <span className={classes.verdict} data-kind={verdict.kind} role="status">
            <Icon size={13} aria-hidden />
            {verdict.text}
          </span>
        )}
        <span className={classes.grow} />
        {query.dataUpdatedAt > 0 && verdict !== null ? (
          <>
            <span className={classes.quiet}>
              <DateTime at={new Date(query.dataUpdatedAt).toISOString()} />
            </span>
            <ActionIcon size="sm" aria-label={t('moves.runAgain')} onClick={() => void query.refetch()}>
              <IconRefresh size={15} stroke={1.6} />
            </ActionIcon>
          </>
        ) : null}
      </div>
      {query.isError ? (
        <div className={classes.inner}>
          <ErrorBanner title={t('moves.dryRunFailed')} error={query.error} onRetry={() => void query.refetch()} />
        </div>
      ) : null}
      {verdict === null ? query.isError ? null : <p className={classes.message}>{empty}</p> : children}
    </section>
  )
}

const icons = {
  ends: [IconMinus, 'red'],
  starts: [IconPlus, 'green'],
  variables: [IconVariable, 'text-2'],
  over: [IconFlag, 'text-2'],
  risk: [IconAlertTriangleFilled, 'amber'],
  fault: [IconAlertTriangleFilled, 'red'],
  good: [IconCircleCheckFilled, 'green'],
} as const satisfies Record<string, readonly [DrawnIcon, string]>

/** One effect, as a sentence with its icon. */
export function Effect({ kind, children }: { readonly kind: keyof typeof icons; readonly children: ReactNode }) {
  const [Icon, tone] = icons[kind]
  return (
    <li>
      <Icon size={16} color={`var(--app-${tone})`} aria-hidden />
      <div>{children}</div>
    </li>
  )
}

/** Sentences for elements that start or end, each element once. */
export function Elements({
  kind,
  ids,
  nameOf,
}: {
  readonly kind: 'ends' | 'starts'
  readonly ids: readonly string[]
  readonly nameOf: (id: string) => string
}) {
  const { t } = useTranslation()
  const counts = new Map<string, number>()
  for (const id of ids) counts.set(id, (counts.get(id) ?? 0) + 1)
  return [...counts].map(([id, count]) => {
    const one = kind === 'ends' ? 'moves.dryEnds' : 'moves.dryStarts'
    const several = kind === 'ends' ? 'moves.dryEndsTimes' : 'moves.dryStartsTimes'
    return (
      <Effect key={id} kind={kind}>
        {count === 1 ? t(one, { name: nameOf(id) }) : t(several, { name: nameOf(id), count })}
      </Effect>
    )
  })
}

/** A sentence for the variables that a plan writes; nothing without variables. */
export function WrittenEffect({ variables }: { readonly variables: readonly { readonly name: string }[] }) {
  const { t } = useTranslation()
  if (variables.length === 0) return null
  return (
    <Effect kind="variables">{t('moves.dryVariables', { names: variables.map(({ name }) => name).join(', ') })}</Effect>
  )
}

/** A sentence for the end of the instance; nothing if it continues. */
export function OutcomeEffect({ outcome }: { readonly outcome: string | null }) {
  const { t } = useTranslation()
  if (outcome === null) return null
  return <Effect kind="over">{t(outcome === 'deleted' ? 'moves.dryCancelled' : 'moves.dryCompleted')}</Effect>
}
