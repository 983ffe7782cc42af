import IconWand from 'icon:wand'
import IconX from 'icon:x'
import { Button, Checkbox, NativeSelect, SegmentedControl, Table } from '@mantine/core'
import {
  api,
  type DefinitionDetail,
  type InstanceSelection,
  type MigrationPlace,
  type MigrationPlanAnswer,
} from '@millrace/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/api/call.ts'
import { callQuery } from '../../lib/api/call-query.ts'
import type { Translate } from '../../lib/i18n.ts'
import { usePageKeys } from '../../lib/use-page-keys.ts'
import { ActionBar } from '../action-bar/action-bar.tsx'
import { Banner } from '../banner/banner.tsx'
import { ErrorBanner } from '../banner/error-banner.tsx'
import { DiagramPending, LazyDiagram } from '../bpmn-diagram/lazy-diagram.tsx'
import { SkeletonRows } from '../delayed/skeleton-rows.tsx'
import { MetaFact, MetaRow } from '../page/meta-row.tsx'
import { PageHeader } from '../page/page-header.tsx'
import { ScrollRegion } from '../scroll-region/scroll-region.tsx'
import { PlainTable } from '../table/plain-table.tsx'
import { UnsavedGuard } from '../unsaved/unsaved-guard.tsx'
import { DryRun } from './dry-run.tsx'
import { ConfirmBatch, countTried, StateEffects } from './many.tsx'
import classes from './moving.module.css'
import { CopyRequest } from './request-dialog.tsx'
import { requestsForMigration } from './requests.ts'
import { SelectionGone } from './selection-gone.tsx'
import { useSettled } from './use-plan.ts'
import { useSelection, useSelectionText } from './use-selection.ts'
import { type EnteredVariable, SkipFields, toWritten, VariablesFields } from './variables-pane.tsx'

interface Props {
  readonly definition: DefinitionDetail
  readonly onExit: () => void
}

/** The page of a version while its instances are migrated to another one. */
export default function MigrateMode(props: Props) {
  const { t } = useTranslation()
  const { definition, onExit } = props
  const selection = useSelection(definition.id)
  const others = definition.versions.filter(({ id }) => id !== definition.id)
  // Forwards where there is a newer version.
  const [targetId, setTarget] = useState(others[0]?.id ?? null)
  if (selection === null) return <SelectionGone />
  if (targetId === null)
    return (
      <div className={classes.mode}>
        <PageHeader
          title={t('moves.migrateTitle', { name: definition.name })}
          actions={
            <Button size="xs" leftSection={<IconX size={15} stroke={1.6} />} onClick={onExit}>
              {t('moves.exitMigrate')}
            </Button>
          }
        />
        <p className={classes.message}>{t('moves.noOtherVersion')}</p>
      </div>
    )
  return <Migration key={targetId} {...props} selection={selection} targetId={targetId} onTarget={setTarget} />
}

/** A target that a user has chosen; null: not mapped. */
type Choices = Readonly<Record<string, { readonly target: string | null; readonly updatesTrigger: boolean }>>

interface MigrationProps extends Props {
  readonly selection: InstanceSelection
  readonly targetId: string
  readonly onTarget: (id: string) => void
}

function Migration({ definition, selection, targetId, onTarget, onExit }: MigrationProps) {
  const { t } = useTranslation()
  const { id, version } = definition
  const selectionText = useSelectionText(selection, version, false)
  const target = definition.versions.find((one) => one.id === targetId)
  const [choices, setChoices] = useState<Choices>({})
  const [variables, setVariables] = useState<readonly EnteredVariable[]>([])
  const [skips, setSkips] = useState({ skipsListeners: false, skipsIoMappings: false })
  const [shown, setShown] = useState<'all' | 'needing'>('all')
  const [selected, setSelected] = useState<string | null>(null)
  const [isConfirming, setConfirming] = useState(false)
  const suggestion = useQuery({
    queryKey: ['migration plan', id, targetId],
    queryFn: () => call(api.moves.plan, { params: { id }, body: { targetId, instructions: [] } }),
    refetchOnWindowFocus: false,
  })
  const plan = suggestion.data
  const instructions = plan === undefined ? [] : toInstructions(plan, choices)
  const order = { targetId, instructions, variables: toWritten(variables), ...skips }
  const tried = useSettled(JSON.stringify(order))
  const isLeft = useRef(false)
  const isReady = plan !== undefined && tried === JSON.stringify(order)
  const checked = useQuery({
    queryKey: ['migration plan', id, targetId, tried],
    queryFn: () => {
      const { instructions: given } = JSON.parse(tried) as typeof order
      return call(api.moves.plan, { params: { id }, body: { targetId, instructions: given } })
    },
    enabled: isReady,
    placeholderData: keepPreviousData,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  const dryRun = useQuery({
    queryKey: ['dry run', 'migrate', id, selection, tried],
    queryFn: () =>
      call(api.moves.tryMigration, { params: { id }, body: { ...(JSON.parse(tried) as typeof order), selection } }),
    enabled: isReady,
    placeholderData: keepPreviousData,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  })
  const faults = checked.data?.faults ?? []
  const counts = dryRun.data === undefined ? null : countTried(dryRun.data)
  const nameOf = (key: string) => {
    const place = plan?.source.find((one) => one.key === key)
    return place === undefined ? key : presentPlace(place, t)
  }
  const atPlace = (key: string) =>
    (dryRun.data?.states ?? []).reduce(
      (sum, { elements, count }) => sum + (elements.includes(key.replace(bodyMark, '')) ? count : 0),
      0,
    )
  const rows = (plan?.source ?? []).map((place) => {
    const chosen = instructions.find(({ source }) => source === place.key) ?? null
    const own = plan?.suggested.find(({ source }) => source === place.key)?.target ?? null
    const count = atPlace(place.key)
    const failures = faults.find(({ source }) => source === place.key)?.failures ?? []
    const isBlocking = (dryRun.data?.states ?? []).some((state) => state.faults.some(({ key }) => key === place.key))
    return { place, chosen, count, failures, isSuggested: own === (chosen?.target ?? null), isNeeding: isBlocking }
  })
  const needing = rows.filter(({ isNeeding, failures }) => isNeeding || failures.length > 0)
  const visible = shown === 'needing' ? needing : rows
  const change = (key: string, patch: Partial<Choices[string]>) => {
    const now = instructions.find(({ source }) => source === key)
    const before = choices[key] ?? { target: now?.target ?? null, updatesTrigger: now?.updatesTrigger ?? false }
    setChoices({ ...choices, [key]: { ...before, ...patch } })
  }
  const isDirty = Object.keys(choices).length > 0 || variables.length > 0
  const isFresh = !dryRun.isPlaceholderData && tried === JSON.stringify(order)
  const pairOf = rows.find(({ place }) => place.key === selected)
  const strip = (key: string | null | undefined) => key?.replace(bodyMark, '') ?? null
  usePageKeys({ Escape: selected === null ? onExit : () => setSelected(null) })
  return (
    <div className={classes.mode}>
      <PageHeader
        title={t('moves.migrateTitle', { name: definition.name })}
        actions={
          <Button size="xs" leftSection={<IconX size={15} stroke={1.6} />} onClick={onExit}>
            {t('moves.exitMigrate')}
          </Button>
        }
      >
        <MetaRow>
          <MetaFact label={t('moves.selection')}>{selectionText}</MetaFact>
        </MetaRow>
      </PageHeader>
      <div className={classes.content}>
        <div className={classes.pair}>
          <section className={classes.side} aria-label={t('moves.source', { version })}>
            <div className={classes.head}>
              <h2>{t('moves.source', { version })}</h2>
            </div>
            <PairDiagram
              id={id}
              selected={strip(selected)}
              onSelect={(elementId) =>
                setSelected(rows.find(({ place }) => place.elementId === elementId)?.place.key ?? null)
              }
            />
          </section>
          <section className={classes.side} aria-label={t('moves.target')}>
            <div className={classes.head}>
              <NativeSelect
                size="xs"
                aria-label={t('moves.target')}
                value={targetId}
                onChange={(event) => onTarget(event.currentTarget.value)}
                data={definition.versions
                  .filter((one) => one.id !== id)
                  .map((one) => ({ value: one.id, label: t('moves.source', { version: one.version }) }))}
              />
            </div>
            <PairDiagram
              id={targetId}
              selected={strip(pairOf?.chosen?.target)}
              onSelect={(elementId) =>
                setSelected(rows.find(({ chosen }) => strip(chosen?.target) === elementId)?.place.key ?? null)
              }
            />
          </section>
        </div>
        <div className={classes.panes}>
          <section className={classes.mapping} aria-label={t('moves.mapping')}>
            <div className={classes.head}>
              <h2>{t('moves.mapping')}</h2>
              <span className={classes.quiet}>{t('moves.elements', { count: rows.length })}</span>
              <SegmentedControl
                size="xs"
                aria-label={t('moves.mapping')}
                value={shown}
                onChange={(value) => setShown(value === 'needing' ? 'needing' : 'all')}
                data={[
                  { value: 'all', label: `${t('moves.showAll')} ${rows.length}` },
                  { value: 'needing', label: `${t('moves.showNeeding')} ${needing.length}` },
                ]}
              />
              <span className={classes.grow} />
              <Button
                size="xs"
                leftSection={<IconWand size={15} stroke={1.6} />}
                disabled={Object.keys(choices).length === 0}
                onClick={() => setChoices({})}
              >
                {t('moves.suggestAgain')}
              </Button>
            </div>
            {suggestion.isError ? (
              <div className={classes.message}>
                <ErrorBanner
                  title={t('moves.planFailed')}
                  error={suggestion.error}
                  onRetry={() => void suggestion.refetch()}
                />
              </div>
            ) : plan === undefined ? (
              <SkeletonRows count={5} height={40} />
            ) : (
              <ScrollRegion className={classes.scroll ?? ''} label={t('moves.mapping')}>
                <PlainTable className={classes.table ?? ''} aria-label={t('moves.mapping')}>
                  <Table.Thead>
                    <Table.Tr>
                      <Table.Th scope="col">{t('moves.source', { version })}</Table.Th>
                      <Table.Th scope="col" ta="end">
                        {t('moves.instances')}
                      </Table.Th>
                      <Table.Th scope="col">{t('moves.source', { version: target?.version ?? '' })}</Table.Th>
                      <Table.Th scope="col">{t('moves.mappingState')}</Table.Th>
                      <Table.Th scope="col">{t('moves.reason')}</Table.Th>
                    </Table.Tr>
                  </Table.Thead>
                  <Table.Tbody>
                    {visible.map(({ place, chosen, count, failures, isSuggested, isNeeding }) => {
                      const name = presentPlace(place, t)
                      const isFaulty = failures.length > 0 || isNeeding
                      return (
                        <Table.Tr key={place.key} data-selected={place.key === selected || undefined}>
                          <Table.Td>
                            <button
                              type="button"
                              className={classes.element}
                              aria-pressed={place.key === selected}
                              onClick={() => setSelected(place.key === selected ? null : place.key)}
                            >
                              {name}
                            </button>
                          </Table.Td>
                          <Table.Td ta="end" className="tn">
                            {count.toLocaleString('en')}
                          </Table.Td>
                          <Table.Td>
                            <NativeSelect
                              size="xs"
                              aria-label={t('moves.targetOf', { name })}
                              value={chosen?.target ?? ''}
                              onChange={(event) => change(place.key, { target: event.currentTarget.value || null })}
                              data={[
                                { value: '', label: t('moves.chooseElement') },
                                ...plan.target
                                  .filter((one) => one.isBody === place.isBody)
                                  .map((one) => ({ value: one.key, label: presentPlace(one, t) })),
                              ]}
                            />
                            {place.hasTrigger && chosen !== null ? (
                              <Checkbox
                                size="xs"
                                label={t('moves.updateTrigger')}
                                aria-label={t('moves.updateTriggerOf', { name })}
                                checked={chosen.updatesTrigger}
                                onChange={(event) => change(place.key, { updatesTrigger: event.currentTarget.checked })}
                              />
                            ) : null}
                          </Table.Td>
                          <Table.Td>
                            <span
                              className={classes.verdict}
                              data-kind={isFaulty ? 'some' : isSuggested && chosen !== null ? 'good' : undefined}
                            >
                              {isFaulty
                                ? t('moves.needsTarget')
                                : chosen === null
                                  ? t('moves.unmapped')
                                  : t(isSuggested ? 'moves.suggested' : 'moves.edited')}
                            </span>
                          </Table.Td>
                          <Table.Td>
                            {failures.length > 0
                              ? failures.join('; ')
                              : chosen === null
                                ? count === 0
                                  ? t('moves.notUsed')
                                  : t('moves.notInTarget', { version: target?.version ?? '' })
                                : t(chosen.target === place.key ? 'moves.sameIdAndType' : 'moves.otherId')}
                          </Table.Td>
                        </Table.Tr>
                      )
                    })}
                  </Table.Tbody>
                </PlainTable>
              </ScrollRegion>
            )}
            <VariablesFields variables={variables} onChange={setVariables} />
          </section>
          <div className={classes.aside}>
            <DryRun
              query={dryRun}
              verdict={
                counts === null
                  ? null
                  : counts.blocked > 0
                    ? {
                        kind: counts.possible > 0 ? 'some' : 'bad',
                        text: t('moves.blocked', {
                          count: counts.blocked,
                          number: counts.blocked.toLocaleString('en'),
                        }),
                      }
                    : counts.possible > 0
                      ? { kind: 'good', text: t('moves.possible') }
                      : { kind: 'bad', text: t('moves.impossible') }
              }
              empty={t('batchStart.counting')}
            >
              {dryRun.data === undefined ? null : <StateEffects tried={dryRun.data} nameOf={nameOf} isMigration />}
            </DryRun>
            <SkipFields skips={skips} onChange={setSkips} />
          </div>
        </div>
      </div>
      <ActionBar note={needing.length > 0 ? t('moves.needTargets', { count: needing.length }) : t('moves.nothingYet')}>
        <CopyRequest
          isDisabled={plan === undefined}
          of={() => requestsForMigration({ definitionId: id, selection, isEnded: false }, order)}
        />
        <Button
          disabled={!isDirty}
          onClick={() => {
            setChoices({})
            setVariables([])
          }}
        >
          {t('moves.discard')}
        </Button>
        <Button
          variant="filled"
          disabled={!isFresh || counts === null || counts.possible === 0 || faults.length > 0}
          onClick={() => setConfirming(true)}
        >
          {t('moves.migrateMany')}
        </Button>
      </ActionBar>
      {isConfirming ? (
        <ConfirmBatch
          kind="migrate"
          definitionId={id}
          selection={selection}
          deed={{ kind: 'migrate', definitionId: id, ...order }}
          blocked={counts?.blocked ?? 0}
          action={t('moves.migrate')}
          word={t('moves.word')}
          titleOf={(count) =>
            t('moves.confirmMigrate', {
              count,
              number: count.toLocaleString('en'),
              version: target?.version ?? '',
            })
          }
          onStarted={() => {
            isLeft.current = true
          }}
          onClose={() => setConfirming(false)}
        />
      ) : null}
      <UnsavedGuard isDirty={() => isDirty && !isLeft.current} places={['mode']} />
    </div>
  )
}

const bodyMark = '#multiInstanceBody'

function presentPlace({ name, elementId, isBody }: MigrationPlace, t: Translate): string {
  const shown = name ?? elementId
  return isBody ? t('moves.wholeOf', { name: shown }) : shown
}

/** The suggestion with the choices of the user. */
export function toInstructions({ source, suggested }: MigrationPlanAnswer, choices: Choices) {
  return source.flatMap(({ key }) => {
    const own = suggested.find((one) => one.source === key)
    const choice =
      choices[key] ?? (own === undefined ? null : { target: own.target, updatesTrigger: own.updatesTrigger })
    return choice === null || choice.target === null
      ? []
      : [{ source: key, target: choice.target, updatesTrigger: choice.updatesTrigger }]
  })
}

function PairDiagram({
  id,
  selected,
  onSelect,
}: {
  readonly id: string
  readonly selected: string | null
  readonly onSelect: (elementId: string | null) => void
}) {
  const { t } = useTranslation()
  const diagram = useQuery(callQuery(api.processes.definitionDiagram, { params: { id } }))
  const elements = useQuery(callQuery(api.definitions.elements, { params: { id } }))
  const statuses = (elements.data?.items ?? []).map(({ elementId, running, incidents }) => ({
    ...{ elementId, active: Math.max(running, incidents), completed: 0, cancelled: 0, incidents },
  }))
  return (
    <div className={classes.diagram}>
      {diagram.data === undefined ? (
        diagram.isError ? (
          <Banner kind="error" title={t('diagram.unreachable')} />
        ) : (
          <DiagramPending />
        )
      ) : (
        <LazyDiagram {...diagram.data} elements={statuses} selected={selected} onSelect={onSelect} />
      )}
    </div>
  )
}
