import { api, type InstanceSelection, type MigrationPlanAnswer } from '@millrace/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../lib/api/call.ts'
import { countTried } from './many.tsx'
import { presentPlace, withoutBody } from './migration-places.ts'
import { useSettled } from './use-plan.ts'
import { type EnteredVariable, toWritten } from './variables-pane.tsx'

/** A target that a user has chosen; null: not mapped. */
type Choices = Readonly<Record<string, { readonly target: string | null; readonly updatesTrigger: boolean }>>

export type Migration = ReturnType<typeof useMigration>
export type MappingRow = Migration['rows'][number]

/**
 * Returns the plan of a migration between two versions: the suggested mapping with the choices of the user, its check,
 * and its dry run over the selected instances.
 */
export function useMigration(id: string, targetId: string, selection: InstanceSelection) {
  const { t } = useTranslation()
  const [choices, setChoices] = useState<Choices>({})
  const [variables, setVariables] = useState<readonly EnteredVariable[]>([])
  const [skips, setSkips] = useState({ skipsListeners: false, skipsIoMappings: false })
  const suggestion = useQuery({
    queryKey: ['migration plan', id, targetId],
    queryFn: () => call(api.moves.plan, { params: { id }, body: { targetId, instructions: [] } }),
    refetchOnWindowFocus: false,
  })
  const plan = suggestion.data
  const instructions = plan === undefined ? [] : toInstructions(plan, choices)
  const order = { targetId, instructions, variables: toWritten(variables), ...skips }
  const tried = useSettled(JSON.stringify(order))
  const isSettled = tried === JSON.stringify(order)
  const isReady = plan !== undefined && isSettled
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
  const states = dryRun.data?.states ?? []
  const rows = (plan?.source ?? []).map((place) => {
    const chosen = instructions.find(({ source }) => source === place.key) ?? null
    const own = plan?.suggested.find(({ source }) => source === place.key)?.target ?? null
    const elementId = withoutBody(place.key)
    const count = states.reduce((sum, state) => sum + (state.elements.includes(elementId) ? state.count : 0), 0)
    const failures = faults.find(({ source }) => source === place.key)?.failures ?? []
    const isNeeding = states.some((state) => state.faults.some(({ key }) => key === place.key))
    return { place, chosen, count, failures, isSuggested: own === (chosen?.target ?? null), isNeeding }
  })
  return {
    ...{ suggestion, plan, order, dryRun, rows, variables, setVariables, skips, setSkips },
    counts: dryRun.data === undefined ? null : countTried(dryRun.data),
    hasFaults: faults.length > 0,
    hasChoices: Object.keys(choices).length > 0,
    isDirty: Object.keys(choices).length > 0 || variables.length > 0,
    isFresh: !dryRun.isPlaceholderData && isSettled,
    nameOf: (key: string) => {
      const place = plan?.source.find((one) => one.key === key)
      return place === undefined ? key : presentPlace(place, t)
    },
    change: (key: string, patch: Partial<Choices[string]>) => {
      const now = instructions.find(({ source }) => source === key)
      const before = choices[key] ?? { target: now?.target ?? null, updatesTrigger: now?.updatesTrigger ?? false }
      setChoices({ ...choices, [key]: { ...before, ...patch } })
    },
    suggestAgain: () => setChoices({}),
    discard: () => {
      setChoices({})
      setVariables([])
    },
  }
}

/** Returns whether a row of the mapping prevents the migration of instances. */
export function isNeedingTarget({ isNeeding, failures }: MappingRow): boolean {
  return isNeeding || failures.length > 0
}

/** Returns the instructions of a suggested mapping with the choices of the user. */
function toInstructions({ source, suggested }: MigrationPlanAnswer, choices: Choices) {
  return source.flatMap(({ key }) => {
    const own = suggested.find((one) => one.source === key)
    const choice =
      choices[key] ?? (own === undefined ? null : { target: own.target, updatesTrigger: own.updatesTrigger })
    return choice === null || choice.target === null
      ? []
      : [{ source: key, target: choice.target, updatesTrigger: choice.updatesTrigger }]
  })
}
