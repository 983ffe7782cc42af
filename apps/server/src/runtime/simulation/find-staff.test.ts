import { expect, it } from 'vitest'
import { constantSample } from './core/sample.ts'
import { findStaff, type StaffMeasures } from './find-staff.ts'

const minute = 60_000
/** From 09:00 to 17:00 on each day of a week. */
const completions = Array.from({ length: 168 }, (_, at) => (at % 24 >= 9 && at % 24 < 17 ? 100 : 0))
type Count = readonly [user: string, days: number, check: number, pack: number, others: number]

const measuresOf = (...counts: Count[]): StaffMeasures => ({
  ...{ to: '2030-01-17T00:00:00.000Z', completions },
  tasks: ['check', 'pack'].map((elementId) => ({
    ...{ elementId, group: 'clerks', count: 1, work: constantSample(10 * minute) },
    pauses: { idle: null, queued: null },
  })),
  staff: {
    ...{ from: '2030-01-07T00:00:00.000Z', isShortened: false, days: 10, elsewhere: constantSample(30 * minute) },
    users: counts.map(([user, days, check, pack, others]) => ({
      ...{ user, days },
      tasks: [
        { elementId: 'check', group: 'clerks', count: check },
        { elementId: 'pack', group: 'clerks', count: pack },
        { elementId: null, group: '', count: others },
      ],
    })),
  },
})
const staffOf = (...counts: Count[]) => findStaff(measuresOf(...counts), ['check'], 'UTC')

it('counts users who share the tasks of a role', () => {
  expect(staffOf(['ada', 10, 100, 0, 0], ['grace', 10, 100, 0, 0])).toEqual({ people: 2, elsewhere: null })
  // Somebody who helped once is no second person.
  expect(staffOf(['ada', 10, 100, 0, 0], ['grace', 1, 1, 0, 0]).people).toBeCloseTo(1.02, 1)
  // One after the other is one at a time.
  expect(staffOf(['ada', 5, 100, 0, 0], ['grace', 5, 100, 0, 0]).people).toBe(1)
  expect(staffOf()).toEqual({ people: 0, elsewhere: null })
})

it('counts their tasks of other processes and roles by the hour', () => {
  const { people, elsewhere } = staffOf(['ada', 10, 100, 0, 80], ['grace', 10, 100, 80, 0])
  expect(people).toBe(2)
  // 160 tasks in ten days of eight hours: 80 of half an hour, and 80 of ten minutes.
  expect(elsewhere?.perHour).toBeCloseTo(2)
  expect(elsewhere?.work.mean).toBeCloseTo(20 * minute)
})
