import type { ProcessModel } from '@millrace/bpmn'
import { type SimulationInput, type SimulationNote, simulationLimits } from '@millrace/contract'
import { type BusinessCalendar, listWorkingSpans } from '@millrace/time'
import type { SimulationRole, SimulationRun } from './core/model.ts'
import { createWorkingTime, type Spans } from './core/working-time.ts'
import { describeModel } from './describe-model.ts'
import { findRoles } from './find-roles.ts'
import { findStaff } from './find-staff.ts'
import { expectArrivals, findWorkingHours } from './hours-of-week.ts'
import type { MeasuredPast } from './measure-past.ts'
import type { Measures } from './measures.ts'

const hour = 3_600_000
const day = 24 * hour
/** Limits of the time that is simulated before the measured time, to fill the queues. */
const minWarmUp = 7 * day
const maxWarmUp = 56 * day

/** The runs of a simulation without their numbers, as plain data. Times are milliseconds. */
export interface PreparedSimulation {
  readonly before: PreparedRun
  readonly after: PreparedRun
  /** Null: no instances before the checked days. */
  readonly check: { readonly run: PreparedRun; readonly actual: MeasuredPast } | null
  readonly roles: readonly { readonly id: string; readonly name: string }[]
  readonly names: Readonly<Record<string, string | null>>
  readonly notes: readonly SimulationNote[]
}

export type PreparedRun = Omit<SimulationRun, 'number'>

export interface Preparation {
  readonly model: ProcessModel
  /** The history up to now. */
  readonly measures: Measures
  /** The history up to the checked days, and the checked days. */
  readonly past: { readonly measures: Measures; readonly actual: MeasuredPast } | null
  readonly input: SimulationInput
  readonly calendars: ReadonlyMap<string, BusinessCalendar>
  /** The names of groups by key. */
  readonly groups: ReadonlyMap<string, string>
  readonly now: Date
  readonly zone: string
}

/** Prepares the runs of a simulation: the present state, the change, and the prediction of the last days. */
export function prepareSimulation(preparation: Preparation): PreparedSimulation {
  const { model, measures, past, input, groups, now } = preparation
  const ahead = spanOf(now.getTime(), now.getTime() + input.weeks * 7 * day, past?.actual ?? null)
  const before = describe(preparation, { measures, state: 'before', span: ahead, factor: 1 })
  const after = describe(preparation, { measures, state: 'after', span: ahead, factor: input.arrivals / 100 })
  const checked = past === null || past.measures.measured === 0 ? null : past
  return {
    before: before.run,
    after: after.run,
    check: checked && {
      actual: checked.actual,
      run: describe(preparation, {
        ...{ measures: checked.measures, state: 'measured', factor: 1 },
        span: spanOf(Date.parse(checked.actual.from), Date.parse(checked.actual.to), checked.actual),
      }).run,
    },
    roles: findRoles(model, measures).map(({ id, name }) => ({ id, name: groups.get(name) ?? name })),
    names: Object.fromEntries(Object.values(model.elements).map(({ id, name }) => [id, name])),
    notes: before.notes,
  }
}

type Span = Pick<SimulationRun, 'from' | 'measureFrom' | 'to'>

/**
 * The time before begins three times the duration of nearly all instances earlier, within limits, at a full hour: so that
 * each hour of the run is one of the week.
 */
function spanOf(from: number, to: number, past: MeasuredPast | null): Span {
  const warmUp = Math.min(maxWarmUp, Math.max(minWarmUp, 3 * (past?.duration.p95 ?? 0)))
  return { from: Math.floor((from - warmUp) / hour) * hour, measureFrom: from, to }
}

interface State {
  readonly measures: Measures
  /** `measured`: with the people and hours of the history, whatever the user entered. */
  readonly state: 'before' | 'after' | 'measured'
  readonly span: Span
  readonly factor: number
}

function describe(
  preparation: Preparation,
  { measures, state, span, factor }: State,
): { readonly run: PreparedRun; readonly notes: readonly SimulationNote[] } {
  const { model, input, zone } = preparation
  const hoursOf = createHours(preparation, measures, span)
  const roles = new Map<string, Omit<SimulationRole, 'name'>>()
  for (const { id, elementIds } of findRoles(model, measures)) {
    const asked = input.roles.find((role) => role.id === id)
    const staffing = state === 'measured' ? null : (asked?.[state] ?? null)
    const { people, elsewhere } = findStaff(measures, elementIds, zone)
    const hours = hoursOf(staffing?.hours ?? 'measured')
    roles.set(id, {
      people: staffing?.people ?? Math.max(1, Math.round(people)),
      hours,
      costPerHour: asked?.costPerHour ?? 0,
      elsewhere: elsewhere && spread(elsewhere, { measured: hoursOf('measured'), hours, span }),
    })
  }
  const flows = new Map(state === 'after' ? input.flows.map(({ id, share }) => [id, share / 100]) : [])
  const described = describeModel(model, measures, { roles, flows })
  const arrivals = expectArrivals(measures, { from: span.from, to: span.to, zone, factor })
  return {
    notes: described.notes,
    run: { model: described.model, arrivals, ...span, seed: 1, maxEvents: simulationLimits.events },
  }
}

/** Spreads the tasks of other processes and roles over other working hours: there are as many of them in a week. */
function spread(
  { perHour, work }: NonNullable<SimulationRole['elsewhere']>,
  {
    measured,
    hours,
    span: { from, to },
  }: { readonly measured: Spans | null; readonly hours: Spans | null; readonly span: Span },
): SimulationRole['elsewhere'] {
  if (measured === hours) return { perHour, work }
  const available = createWorkingTime(hours).between(from, to)
  return available === 0
    ? null
    : { perHour: (perHour * createWorkingTime(measured).between(from, to)) / available, work }
}

/** Returns the working hours of a run by their name; null for day and night. */
function createHours({ calendars, zone }: Preparation, measures: Measures, { from, to }: Span) {
  const known = new Map<string, Spans | null>()
  const find = (name: string): BusinessCalendar | null => {
    if (name === 'always') return null
    return name === 'measured'
      ? findWorkingHours(measures, zone)
      : (calendars.get(name.slice('calendar:'.length)) ?? null)
  }
  return (name: string): Spans | null => {
    const spans = known.get(name)
    if (spans !== undefined) return spans
    const calendar = find(name)
    // Work that begins within the run can end later.
    const listed = calendar && listWorkingSpans(calendar, from, to + 60 * day)
    known.set(name, listed)
    return listed
  }
}
