import { listWorkingSpans } from '@millrace/time'
import type { SimulationRole } from './core/model.ts'
import { createWorkingTime } from './core/working-time.ts'
import { findWorkingHours } from './hours-of-week.ts'
import type { MeasuredStaff, Measures } from './measures.ts'

/** The number of people who did the tasks of a role, and their other work. */
export interface FoundStaff {
  /** People at the same time. It can be between two whole numbers. */
  readonly people: number
  /** Their tasks of other processes and roles, for each hour of the measured working hours. Null: none. */
  readonly elsewhere: SimulationRole['elsewhere']
}

/** The measures that `findStaff` needs. */
export type StaffMeasures = Pick<Measures, 'tasks' | 'staff' | 'completions' | 'to'>

const hour = 3_600_000

/**
 * Estimates the number of people in a role from the users who completed its tasks. Users with few tasks count less: for
 * shares c of the tasks, there are (Σc)² / Σc² people, which is the number of users if all of them did equally many.
 * Users who worked on some of the days count for these days.
 */
export function findStaff(measures: StaffMeasures, elementIds: readonly string[], zone: string): FoundStaff {
  const { staff } = measures
  const users = staff.users.map(({ user, days, tasks }) => {
    const own = tasks.filter(({ elementId }) => elementId !== null && elementIds.includes(elementId))
    return {
      ...{ user, own: countOf(own), presence: staff.days === 0 ? 1 : days / staff.days },
      others: tasks.filter((one) => !own.includes(one)),
    }
  })
  const total = users.reduce((sum, { own }) => sum + own, 0)
  if (total === 0) return { people: 0, elsewhere: null }
  const heads = total ** 2 / users.reduce((sum, { own }) => sum + own ** 2, 0)
  const people = heads * users.reduce((sum, { own, presence }) => sum + (own / total) * presence, 0)
  let count = 0
  let work = 0
  for (const { own, others } of users)
    for (const task of others) {
      const weighted = (heads * own * task.count) / total
      count += weighted
      work += weighted * workOf(measures, task)
    }
  const hours = workingHoursOf(measures, zone)
  return { people, elsewhere: describeElsewhere(staff, { count, work, hours }) }
}

function countOf(tasks: readonly { readonly count: number }[]): number {
  return tasks.reduce((sum, { count }) => sum + count, 0)
}

/** The mean work on a task of another process or role. */
function workOf(
  { tasks, staff }: StaffMeasures,
  { elementId, group }: MeasuredStaff['users'][number]['tasks'][number],
): number {
  const measured = tasks.find((task) => task.elementId === elementId && task.group === group)
  return (measured?.work ?? staff.elsewhere)?.mean ?? 0
}

function workingHoursOf(measures: StaffMeasures, zone: string): number {
  const { staff, to } = measures
  if (staff.from === null) return 0
  const [first, last] = [Date.parse(staff.from), Date.parse(to)]
  const calendar = findWorkingHours(measures, zone)
  return createWorkingTime(calendar && listWorkingSpans(calendar, first, last)).between(first, last) / hour
}

function describeElsewhere(
  { elsewhere }: MeasuredStaff,
  { count, work, hours }: { readonly count: number; readonly work: number; readonly hours: number },
): SimulationRole['elsewhere'] {
  if (count === 0 || work === 0 || hours === 0) return null
  const mean = work / count
  return { perHour: count / hours, work: { quantiles: elsewhere?.quantiles ?? [mean], mean } }
}
