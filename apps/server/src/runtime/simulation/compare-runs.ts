import type {
  CheckedMeasure,
  ElementMeasure,
  RoleMeasure,
  SimulationComparison,
  SimulationMeasure,
  SimulationResult,
} from '@millrace/contract'
import type { ElementResult, RoleResult, RunResult } from './core/model.ts'
import { estimate, estimateDifference, expectRange } from './core/statistics.ts'
import type { PreparedSimulation } from './prepare.ts'
import type { SimulatedStates } from './run-simulation.ts'

/** Compares the runs of a simulation: each measure before and after the change, and the prediction with history. */
export function compareRuns(prepared: PreparedSimulation, runs: readonly SimulatedStates[]): SimulationResult {
  const { before, roles, names, notes } = prepared
  const weeks = (before.to - before.measureFrom) / (7 * 24 * hour)
  const compare = compareIn(runs)
  const elements = runs[0]?.before.elements ?? []
  return {
    from: new Date(before.measureFrom).toISOString(),
    to: new Date(before.to).toISOString(),
    isCut: runs.some((run) => run.before.isCut || run.after.isCut || run.check?.isCut === true),
    measures: mapValues(measures(weeks), compare),
    roles: roles.map(({ id, name }, index) => ({
      ...{ id, name },
      measures: mapValues(roleMeasures(weeks), (of) => compare((run) => valueIn(run.roles[index], of))),
    })),
    elements: elements.map(({ id }, index) => ({
      ...{ id, name: names[id] ?? null },
      measures: mapValues(elementMeasures(weeks), (of) => compare((run) => valueIn(run.elements[index], of))),
    })),
    check: compareWithPast(prepared, runs),
    notes: [...notes],
  }
}

const hour = 3_600_000

type Measured = (run: RunResult) => number | null

function compareIn(runs: readonly SimulatedStates[]) {
  return (of: Measured): SimulationComparison => {
    const before = runs.map((run) => of(run.before))
    const after = runs.map((run) => of(run.after))
    return { before: estimate(before), after: estimate(after), difference: estimateDifference(before, after) }
  }
}

function measures(weeks: number): Record<SimulationMeasure, Measured> {
  return {
    startedPerWeek: ({ started }) => started / weeks,
    endedPerWeek: ({ ended }) => ended / weeks,
    openAtEnd: ({ open }) => open,
    durationMean: ({ duration }) => duration.mean,
    durationMedian: ({ duration }) => duration.median,
    durationP95: ({ duration }) => duration.p95,
    costPerWeek: ({ cost }) => cost / weeks,
    costPerInstance: ({ cost, ended }) => (ended === 0 ? null : cost / ended),
  }
}

function roleMeasures(weeks: number): Record<RoleMeasure, (role: RoleResult) => number | null> {
  return {
    waitMean: ({ wait }) => wait.mean,
    waitP95: ({ wait }) => wait.p95,
    queue: ({ queue }) => queue,
    utilisation: ({ work, elsewhere, available }) => (available === 0 ? null : (work + elsewhere) / available),
    tasksPerWeek: ({ started }) => started / weeks,
    costPerWeek: ({ cost }) => cost / weeks,
  }
}

function elementMeasures(weeks: number): Record<ElementMeasure, (element: ElementResult) => number | null> {
  return {
    countPerWeek: ({ count }) => count / weeks,
    tookMean: ({ took }) => took.mean,
    waitMean: ({ wait }) => wait?.mean ?? null,
    waitP95: ({ wait }) => wait?.p95 ?? null,
  }
}

function compareWithPast(
  { check, names }: PreparedSimulation,
  runs: readonly SimulatedStates[],
): SimulationResult['check'] {
  if (check === null) return null
  const { actual } = check
  const results = runs.flatMap((run) => run.check ?? [])
  const checked = (of: Measured, value: number | null): CheckedMeasure => ({
    ...expectRange(results.map(of)),
    actual: value,
  })
  return {
    ...{ from: actual.from, to: actual.to },
    measures: {
      started: checked(({ started }) => started, actual.started),
      ended: checked(({ ended }) => ended, actual.ended),
      durationMean: checked(({ duration }) => duration.mean, actual.duration.mean),
      durationMedian: checked(({ duration }) => duration.median, actual.duration.median),
      durationP95: checked(({ duration }) => duration.p95, actual.duration.p95),
    },
    elements: actual.tasks.flatMap(({ elementId, took }) => {
      const find = ({ elements }: RunResult) => elements.find(({ id }) => id === elementId)
      if (results.every((run) => find(run) === undefined)) return []
      const value = checked((run) => find(run)?.took.mean ?? null, took.mean)
      return [{ id: elementId, name: names[elementId] ?? null, took: value }]
    }),
  }
}

function valueIn<T>(item: T | undefined, of: (item: T) => number | null): number | null {
  return item === undefined ? null : of(item)
}

function mapValues<K extends string, From, To>(record: Record<K, From>, map: (from: From) => To): Record<K, To> {
  return Object.fromEntries(Object.entries(record).map(([key, from]) => [key, map(from as From)])) as Record<K, To>
}
