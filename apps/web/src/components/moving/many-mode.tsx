import IconX from 'icon:x'
import { Button, Checkbox, SegmentedControl } from '@mantine/core'
import { api, type BodyOf, type DefinitionDetail, type InstanceSelection } from '@millrace/contract'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { paths } from '../../config/paths.ts'
import { call } from '../../lib/api/call.ts'
import { callQuery } from '../../lib/api/call-query.ts'
import { usePageKeys } from '../../lib/use-page-keys.ts'
import { useScreen } from '../../lib/use-screen.ts'
import { ActionBar } from '../action-bar/action-bar.tsx'
import { Banner } from '../banner/banner.tsx'
import { ErrorBanner } from '../banner/error-banner.tsx'
import type { ReadModel } from '../bpmn-diagram/read-model.ts'
import { MetaFact, MetaRow } from '../page/meta-row.tsx'
import { PageHeader } from '../page/page-header.tsx'
import { showToast } from '../toast/show-toast.tsx'
import { UnsavedGuard } from '../unsaved/unsaved-guard.tsx'
import { DryRun, WrittenEffect } from './dry-run.tsx'
import { ConfirmBatch, countTried, StateEffects, verdictOf } from './many.tsx'
import classes from './moving.module.css'
import { PlanDiagram } from './plan-diagram.tsx'
import { PlanPane } from './plan-pane.tsx'
import { defaultTarget, toMoves, toStarts } from './plan-steps.ts'
import { CopyRequest } from './request-dialog.tsx'
import { requestsForMoves, requestsForRestart } from './requests.ts'
import { SelectionGone } from './selection-gone.tsx'
import { StepDialog } from './step-dialog.tsx'
import { namesOf, usePlan, useSettled } from './use-plan.ts'
import { useSelection, useSelectionText } from './use-selection.ts'
import { isUnnamed, SkipFields, toWritten, VariablesFields } from './variables-pane.tsx'

interface Props {
  readonly definition: DefinitionDetail
  readonly kind: 'move' | 'restart'
  readonly onExit: () => void
}

/** The page of a version while tokens of several instances are moved, or ended instances are restarted. */
export default function ManyMode(props: Props) {
  const selection = useSelection(props.definition.id)
  return selection === null ? <SelectionGone /> : <Plan {...props} selection={selection} />
}

function Plan({ definition, kind, selection, onExit }: Props & { readonly selection: InstanceSelection }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { id, version } = definition
  const isRestart = kind === 'restart'
  const isPhone = useScreen() === 'phone'
  const selectionText = useSelectionText(selection, version, isRestart)
  const plan = usePlan()
  const [hasFirstVariables, setFirst] = useState(false)
  const [isWithoutBusinessKey, setWithout] = useState(false)
  const [model, setModel] = useState<ReadModel | null>(null)
  const canDrag = !isPhone && model?.drawing !== null
  const [selected, setSelected] = useState<string | null>(null)
  const [adding, setAdding] = useState<{ readonly from: string | null } | null>(null)
  const [isConfirming, setConfirming] = useState(false)
  const diagram = useQuery(callQuery(api.processes.definitionDiagram, { params: { id } }))
  const elements = useQuery({ ...callQuery(api.definitions.elements, { params: { id } }), enabled: !isRestart })
  const nameOf = namesOf(model)
  const statuses = (elements.data?.items ?? []).map(({ elementId, running, incidents }) => ({
    ...{ elementId, active: Math.max(running, incidents), completed: 0, cancelled: 0, incidents },
  }))
  const places = statuses
    .filter(({ active }) => active > 0)
    .map(({ elementId }) => ({ elementId, name: nameOf(elementId), count: null, tokens: [] }))
  const modification = { moves: toMoves(plan.steps), variables: toWritten(plan.variables), ...plan.skips }
  const restart = { moves: toStarts(plan.steps), hasFirstVariables, isWithoutBusinessKey, ...plan.skips }
  const isEmpty = isRestart ? restart.moves.length === 0 : plan.isEmpty
  const body = isRestart ? restart : modification
  const tried = useSettled(JSON.stringify(body))
  const isSettled = tried === JSON.stringify(body)
  const isLeft = useRef(false)
  const query = useQuery({
    queryKey: ['dry run', kind, id, selection, tried],
    queryFn: () => {
      const given = JSON.parse(tried) as never
      return isRestart
        ? call(api.moves.tryRestart, { params: { id }, body: { ...(given as typeof restart), selection } })
        : call(api.moves.tryMoves, { params: { id }, body: { ...(given as typeof modification), selection } })
    },
    enabled: !isEmpty && isSettled,
    placeholderData: keepPreviousData,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  })
  const result = isEmpty ? undefined : query.data
  const counts = result === undefined ? null : countTried(result)
  const isFresh = !query.isPlaceholderData && isSettled
  const one = isRestart && 'ids' in selection && selection.ids.length === 1 ? selection.ids[0] : undefined
  const restartOne = useMutation({
    mutationFn: () => call(api.moves.restart, { params: { id }, body: { ...restart, ids: [one ?? ''] } }),
    onSuccess: ({ ids: [started = ''] }) => {
      isLeft.current = true
      showToast({ kind: 'success', title: t('moves.restarted'), about: started })
      void navigate({ to: paths.engineInstance(started) })
    },
  })
  usePageKeys({
    m: () => setAdding({ from: selected }),
    Escape: selected === null ? onExit : () => setSelected(null),
  })
  const of = { definitionId: id, selection, isEnded: isRestart }
  const action: BodyOf<typeof api.batches.begin>['action'] = isRestart
    ? { kind: 'restart', definitionId: id, ...restart }
    : { kind: 'move', definitionId: id, ...modification }
  return (
    <div className={classes.mode}>
      <PageHeader
        title={t(isRestart ? 'moves.restartTitle' : 'moves.moveTitle', { name: definition.name })}
        actions={
          <Button size="xs" leftSection={<IconX size={15} stroke={1.6} />} onClick={onExit}>
            {t(isRestart ? 'moves.exitRestart' : 'moves.exitMove')}
          </Button>
        }
      >
        <MetaRow>
          <MetaFact label={t('definition.version')}>{version}</MetaFact>
          <MetaFact label={t('moves.selection')}>{selectionText}</MetaFact>
        </MetaRow>
        <div className={classes.hint}>
          <Banner
            kind="info"
            title={t(isRestart ? 'moves.restartHint' : canDrag ? 'moves.dragTitle' : 'moves.addTitle')}
          >
            {t(isRestart ? 'moves.restartText' : canDrag ? 'moves.dragText' : 'moves.addText')}
          </Banner>
        </div>
      </PageHeader>
      <div className={classes.content}>
        <PlanDiagram
          query={diagram}
          elements={statuses}
          selected={selected}
          onSelect={(elementId) => setSelected(elementId)}
          onModel={setModel}
          steps={plan.steps}
          model={model}
          drag={
            isRestart
              ? undefined
              : {
                  canDrag: (elementId) => places.some((place) => place.elementId === elementId),
                  canDrop: () => true,
                  onDrop: (from, to) => {
                    const step = model?.steps.find((known) => known.id === to)
                    if (step === undefined) return
                    const source = { elementId: from, token: null, count: null }
                    plan.add({ kind: 'move', from: source, to: defaultTarget(step) })
                  },
                }
          }
        />
        <div className={classes.panes}>
          <PlanPane
            steps={plan.steps}
            lines={[]}
            selected={selected}
            isStartOnly={isRestart}
            canDrag={canDrag}
            nameOf={nameOf}
            onSelect={setSelected}
            onAdd={() => setAdding({ from: selected })}
            onChange={plan.setSteps}
          />
          <section className={classes.variables} aria-label={t('moves.values')}>
            {isRestart ? (
              <div className={classes.head}>
                <h2>{t('moves.values')}</h2>
              </div>
            ) : (
              <VariablesFields variables={plan.variables} onChange={plan.setVariables} />
            )}
            <SkipFields skips={plan.skips} onChange={plan.setSkips}>
              {isRestart ? (
                <>
                  <SegmentedControl
                    aria-label={t('moves.values')}
                    value={hasFirstVariables ? 'first' : 'last'}
                    onChange={(value) => setFirst(value === 'first')}
                    data={[
                      { value: 'last', label: t('moves.lastVariables') },
                      { value: 'first', label: t('moves.firstVariables') },
                    ]}
                  />
                  <Checkbox
                    label={t('moves.withoutBusinessKey')}
                    checked={isWithoutBusinessKey}
                    onChange={(event) => setWithout(event.currentTarget.checked)}
                  />
                </>
              ) : null}
            </SkipFields>
          </section>
          <DryRun query={query} verdict={verdictOf(counts, t)} empty={t('moves.dryRunEmpty')}>
            {result === undefined ? null : (
              <StateEffects tried={result} nameOf={nameOf}>
                {isRestart ? null : <WrittenEffect variables={modification.variables} />}
              </StateEffects>
            )}
          </DryRun>
        </div>
      </div>
      {restartOne.isError ? (
        <div className={classes.message}>
          <ErrorBanner title={t('moves.restartFailed')} error={restartOne.error} comfort={t('moves.kept')} />
        </div>
      ) : null}
      <ActionBar note={t('moves.nothingYet')}>
        <CopyRequest
          isDisabled={isEmpty}
          of={() => (isRestart ? requestsForRestart(of, restart) : requestsForMoves(of, modification, null))}
        />
        <Button disabled={plan.isEmpty} onClick={plan.discard}>
          {t('moves.discard')}
        </Button>
        <Button
          variant="filled"
          disabled={!isFresh || counts === null || counts.possible === 0 || plan.variables.some(isUnnamed)}
          loading={restartOne.isPending}
          onClick={() => (one === undefined ? setConfirming(true) : restartOne.mutate())}
        >
          {t(one === undefined ? (isRestart ? 'moves.restartMany' : 'moves.applyMany') : 'moves.restartOne')}
        </Button>
      </ActionBar>
      {adding === null || model === null ? null : (
        <StepDialog
          steps={model.steps}
          flows={model.flows}
          places={places}
          from={adding.from}
          isStartOnly={isRestart}
          nameOf={nameOf}
          onAdd={plan.add}
          onClose={() => setAdding(null)}
        />
      )}
      {isConfirming ? (
        <ConfirmBatch
          kind={kind}
          definitionId={id}
          selection={selection}
          action={action}
          blocked={counts?.blocked ?? 0}
          buttonText={t(isRestart ? 'moves.restart' : 'moves.move')}
          titleOf={(count) =>
            t(isRestart ? 'moves.confirmRestart' : 'moves.confirmMove', { count, number: count.toLocaleString('en') })
          }
          onStarted={() => {
            isLeft.current = true
          }}
          onClose={() => setConfirming(false)}
        />
      ) : null}
      <UnsavedGuard isDirty={() => plan.isDirty && !isLeft.current} places={['mode']} />
    </div>
  )
}
