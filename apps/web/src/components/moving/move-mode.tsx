import IconX from 'icon:x'
import { Button, TextInput } from '@mantine/core'
import { api, type InstanceDetail } from '@millrace/contract'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/api/call.ts'
import { callQuery } from '../../lib/api/call-query.ts'
import { instanceDiagramQuery } from '../../lib/queries/instance-diagram.ts'
import { usePageKeys } from '../../lib/use-page-keys.ts'
import { useScreen } from '../../lib/use-screen.ts'
import { ActionBar } from '../action-bar/action-bar.tsx'
import { Banner } from '../banner/banner.tsx'
import { ErrorBanner } from '../banner/error-banner.tsx'
import type { ReadModel } from '../bpmn-diagram/read-model.ts'
import { PageHeader } from '../page/page-header.tsx'
import { StatusBadge } from '../status/status-badge.tsx'
import { showToast } from '../toast/show-toast.tsx'
import { UnsavedGuard } from '../unsaved/unsaved-guard.tsx'
import { DryRun, Effect, Elements, OutcomeEffect, WrittenEffect } from './dry-run.tsx'
import classes from './moving.module.css'
import { PlanDiagram } from './plan-diagram.tsx'
import { PlanPane } from './plan-pane.tsx'
import { defaultTarget, toMoves } from './plan-steps.ts'
import { CopyRequest } from './request-dialog.tsx'
import { requestsForInstance } from './requests.ts'
import { StepDialog, type TokenPlace } from './step-dialog.tsx'
import { namesOf, usePlan, useSettled } from './use-plan.ts'
import { isUnnamed, SkipFields, toWritten, VariablesFields } from './variables-pane.tsx'

interface Props {
  readonly instance: InstanceDetail
  readonly onExit: () => void
}

/** The page of an instance while its tokens are moved: nothing changes until the plan is applied. */
export default function MoveMode({ instance, onExit }: Props) {
  const { t } = useTranslation()
  const reasonId = useId()
  const isOver = instance.endedAt !== null
  const isPhone = useScreen() === 'phone'
  const { id } = instance
  const plan = usePlan()
  const [model, setModel] = useState<ReadModel | null>(null)
  const canDrag = !isPhone && model?.drawing !== null
  const [selected, setSelected] = useState<string | null>(null)
  const [adding, setAdding] = useState<{ readonly from: string | null } | null>(null)
  const [isTried, setTried] = useState(false)
  const diagram = useQuery(instanceDiagramQuery(id))
  const activities = useQuery(callQuery(api.processes.activities, { params: { id } }))
  const variables = useQuery({
    ...callQuery(api.processes.variables, { params: { id }, query: {} }),
    enabled: instance.permissions.seeVariables,
  })
  const nameOf = namesOf(model)
  const places = listPlaces(activities.data?.items ?? [], nameOf)
  const body = { moves: toMoves(plan.steps), variables: toWritten(plan.variables), ...plan.skips }
  const tried = useSettled(JSON.stringify(body))
  const isSettled = tried === JSON.stringify(body)
  const isLeft = useRef(false)
  const query = useQuery({
    queryKey: ['dry run', id, tried],
    queryFn: () => call(api.processes.tryMoves, { params: { id }, body: JSON.parse(tried) as typeof body }),
    enabled: !plan.isEmpty && isSettled && !isOver,
    placeholderData: keepPreviousData,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  })
  const result = plan.isEmpty ? undefined : query.data
  const isPossible = result !== undefined && result.problem === null && result.lines.every((line) => line === null)
  const note = plan.reason.trim() || null
  const apply = useMutation({
    mutationFn: () => call(api.processes.moveTokens, { params: { id }, body: { ...body, note } }),
    onSuccess: () => {
      isLeft.current = true
      showToast({ kind: 'success', title: t('moves.applied'), text: instance.title, about: id })
      onExit()
    },
  })
  usePageKeys({
    m: () => setAdding({ from: selected }),
    Escape: selected === null ? onExit : () => setSelected(null),
  })
  const statuses = new Map((diagram.data?.elements ?? []).map((status) => [status.elementId, status]))
  const drop = (from: string, to: string) => {
    const place = places.find(({ elementId }) => elementId === from)
    const step = model?.steps.find((one) => one.id === to)
    if (place !== undefined && step !== undefined)
      plan.add({ kind: 'move', from: { elementId: from, token: null, count: place.count }, to: defaultTarget(step) })
  }
  return (
    <div className={classes.mode}>
      <PageHeader
        title={instance.title}
        trail={[{ label: instance.definition.name }]}
        badge={<StatusBadge status={instance.state} />}
        actions={
          <Button size="xs" leftSection={<IconX size={15} stroke={1.6} />} onClick={onExit}>
            {t('moves.exitMove')}
          </Button>
        }
      >
        <div className={classes.hint}>
          {isOver ? (
            <Banner kind="warning" title={t('moves.overTitle')}>
              {t('moves.overText')}
            </Banner>
          ) : (
            <Banner kind="info" title={t(canDrag ? 'moves.dragTitle' : 'moves.addTitle')}>
              {t(canDrag ? 'moves.dragText' : 'moves.addText')}
            </Banner>
          )}
        </div>
      </PageHeader>
      <div className={classes.content}>
        <PlanDiagram
          query={diagram}
          selected={selected}
          onSelect={(elementId) => setSelected(elementId)}
          onModel={setModel}
          steps={plan.steps}
          model={model}
          drag={{
            canDrag: (elementId) => places.some((place) => place.elementId === elementId),
            canDrop: (elementId) =>
              statuses.has(elementId) || model?.steps.some((one) => one.id === elementId) === true,
            onDrop: drop,
          }}
        />
        <div className={classes.panes}>
          <PlanPane
            steps={plan.steps}
            lines={query.isPlaceholderData ? [] : (result?.lines ?? [])}
            selected={selected}
            isStartOnly={false}
            canDrag={canDrag}
            nameOf={nameOf}
            onSelect={setSelected}
            onAdd={() => setAdding({ from: null })}
            onChange={plan.setSteps}
          />
          <section className={classes.variables} aria-label={t('moves.variables')}>
            <VariablesFields
              variables={plan.variables}
              now={instance.permissions.seeVariables ? valuesNow(variables.data?.items ?? []) : undefined}
              onChange={plan.setVariables}
            />
            <SkipFields skips={plan.skips} onChange={plan.setSkips} />
          </section>
          <DryRun
            query={query}
            verdict={
              result === undefined
                ? null
                : isPossible
                  ? { kind: 'good', text: t('moves.possible') }
                  : { kind: 'bad', text: t('moves.impossible') }
            }
            empty={t('moves.dryRunEmpty')}
          >
            {result === undefined ? null : (
              <ul className={classes.effects}>
                {result.problem === null ? null : (
                  <Effect kind="fault">{t('moves.dryProblem', { reason: result.problem })}</Effect>
                )}
                {[...new Set(result.lines.filter((line) => line !== null))].map((line) => (
                  <Effect key={line} kind="fault">
                    {line}
                  </Effect>
                ))}
                <Elements kind="ends" ids={result.ends.map(({ elementId }) => elementId)} nameOf={nameOf} />
                {[...new Set(result.ends.map(({ elementId }) => elementId))].map((elementId) => {
                  const count = statuses.get(elementId)?.incidents ?? 0
                  return count === 0 ? null : (
                    <Effect key={`incidents of ${elementId}`} kind="ends">
                      {t('moves.dryIncident', { count, name: nameOf(elementId) })}
                    </Effect>
                  )
                })}
                <Elements kind="starts" ids={result.starts.map(({ elementId }) => elementId)} nameOf={nameOf} />
                <WrittenEffect variables={body.variables} />
                <OutcomeEffect outcome={result.outcome} />
              </ul>
            )}
          </DryRun>
        </div>
      </div>
      {apply.isError ? (
        <div className={classes.message}>
          <ErrorBanner title={t('moves.applyFailed')} error={apply.error} comfort={t('moves.kept')} />
        </div>
      ) : null}
      <ActionBar
        note={
          <div className={classes.reason}>
            <label htmlFor={reasonId}>{t('moves.reason')}</label>
            <TextInput
              id={reasonId}
              required
              maxLength={500}
              value={plan.reason}
              error={isTried && note === null ? t('moves.reasonRequired') : undefined}
              onChange={(event) => plan.setReason(event.currentTarget.value)}
            />
          </div>
        }
      >
        <CopyRequest isDisabled={plan.isEmpty} of={() => requestsForInstance(id, body, note)} />
        <Button disabled={plan.isEmpty} onClick={plan.discard}>
          {t('moves.discard')}
        </Button>
        <Button
          variant="filled"
          disabled={isOver || !isPossible || query.isPlaceholderData || !isSettled || plan.variables.some(isUnnamed)}
          loading={apply.isPending}
          onClick={() => {
            setTried(true)
            if (note !== null) apply.mutate()
          }}
        >
          {t('moves.apply')}
        </Button>
      </ActionBar>
      {adding === null || model === null ? null : (
        <StepDialog
          steps={model.steps}
          flows={model.flows}
          places={places}
          from={adding.from}
          isStartOnly={false}
          nameOf={nameOf}
          onAdd={plan.add}
          onClose={() => setAdding(null)}
        />
      )}
      <UnsavedGuard isDirty={() => plan.isDirty && !isLeft.current} places={['mode']} />
    </div>
  )
}

interface OpenActivity {
  readonly id: string
  readonly elementId: string
  readonly type: string
  readonly state: string
  readonly endedAt: string | null
}

function listPlaces(items: readonly OpenActivity[], nameOf: (id: string) => string): TokenPlace[] {
  const open = items.filter(({ endedAt }) => endedAt === null)
  return [...new Set(open.map(({ elementId }) => elementId))].map((elementId) => {
    const tokens = open.filter((one) => one.elementId === elementId)
    return {
      elementId,
      name: nameOf(elementId),
      count: tokens.length,
      // What waits at a gateway is open there; anything else that waits is before its element.
      tokens: tokens.map(({ id, state, type }) => ({
        id,
        isWaiting: state === 'waiting' && !type.endsWith('Gateway'),
      })),
    }
  })
}

function valuesNow(
  items: readonly {
    readonly name: string
    readonly text: string | null
    readonly scope: { readonly elementId: string | null }
  }[],
): ReadonlyMap<string, string> {
  return new Map(
    items.filter(({ scope }) => scope.elementId === null).map(({ name, text }) => [name, (text ?? '–').slice(0, 100)]),
  )
}
