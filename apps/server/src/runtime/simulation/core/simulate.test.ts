import { describe, expect, it } from 'vitest'
import { constantSample, type Sample } from './sample.ts'
import { simulate } from './simulate.ts'
import { estimate } from './statistics.ts'
import { end, exponential, hour, modelOf, person, runOf, wait, work, workFor } from './testing/small-models.ts'

describe('a queue with one role', () => {
  /** The mean waiting time of a queue M/M/c, by the formula of Erlang. */
  const erlang = (perHour: number, minutes: number, people: number) => {
    const load = (perHour * minutes) / 60
    const factorial = (count: number): number => (count < 2 ? 1 : count * factorial(count - 1))
    const full = (load ** people / factorial(people)) * (people / (people - load))
    const others = Array.from({ length: people }, (_, count) => load ** count / factorial(count))
    const waits = full / (others.reduce((sum, part) => sum + part, 0) + full)
    return (waits * minutes) / (people - load)
  }

  it.each([
    { perHour: 3, minutes: 12, people: 1 },
    { perHour: 4, minutes: 12, people: 1 },
    { perHour: 8, minutes: 18, people: 3 },
  ])(
    'waits as Erlang calculated: $perHour an hour, $minutes minutes, $people people',
    ({ perHour, minutes, people }) => {
      const model = modelOf(
        { start: { to: [['check', 1]] }, check: { behaviour: work(minutes * 60_000), to: [['end', 1]] }, end },
        [{ ...person, people, costPerHour: 30 }],
      )
      const results = [1, 2, 3, 4, 5, 6].map((number) => simulate(runOf(model, perHour, 250, { number })))
      const waits = estimate(results.map(({ roles }) => roles[0]?.wait.mean ?? null))
      const expected = erlang(perHour, minutes, people) * 60_000
      expect(Math.abs((waits?.mean ?? 0) - expected)).toBeLessThan(Math.max(expected * 0.06, 2 * (waits?.half ?? 0)))
      const [first] = results
      const role = first?.roles[0]
      const utilisation = (role?.work ?? 0) / (role?.available ?? 1)
      expect(utilisation).toBeCloseTo((perHour * minutes) / 60 / people, 1)
      // Little's law: the queue is the arrivals times the wait.
      expect((role?.queue ?? 0) / ((perHour * (role?.wait.mean ?? 0)) / hour)).toBeCloseTo(1, 1)
      expect(first?.cost).toBeCloseTo(((role?.work ?? 0) / hour) * 30)
      expect((first?.ended ?? 0) / (250 * 24)).toBeCloseTo(perHour, 0)
    },
  )

  it('has the same result each time, and another one for another number', () => {
    const model = modelOf({ start: { to: [['check', 1]] }, check: { behaviour: work(hour), to: [['end', 1]] }, end })
    const run = runOf(model, 0.5, 30)
    expect(simulate(run)).toEqual(simulate(run))
    expect(simulate(run)).not.toEqual(simulate({ ...run, number: 2 }))
  })

  it('works only in working hours', () => {
    const day = 24 * hour
    const hours = Array.from({ length: 40 }, (_, index) => [index * day + 9 * hour, index * day + 17 * hour] as const)
    const model = modelOf({ start: { to: [['check', 1]] }, check: { behaviour: work(hour), to: [['end', 1]] }, end }, [
      { ...person, hours },
    ])
    const atNight = { ...runOf(model, 0, 30), arrivals: [0, 0, 0.2] }
    const { roles, ended } = simulate({ ...atNight, measureFrom: 0, seed: 12 })
    expect(ended).toBeGreaterThan(0)
    // From two o'clock to nine o'clock at least.
    expect(roles[0]?.wait.mean).toBeGreaterThan(6 * hour)
    expect(roles[0]?.available).toBe(33 * 8 * hour)
  })

  it('is cut off at its limit of events', () => {
    const model = modelOf({ start: { to: [['start', 1]] } })
    const { isCut, events } = simulate(runOf(model, 1, 30, { maxEvents: 1_000 }))
    expect([isCut, events]).toEqual([true, 1_000])
  })

  it('counts each run of an activity that runs for many items', () => {
    const each = { behaviour: wait(1_000 * hour), repeat: { isSequential: false, times: constantSample(1_000) } }
    const model = modelOf({ start: { to: [['each', 1]] }, each: { ...each, to: [['end', 1]] }, end })
    const { isCut, open } = simulate(runOf(model, 1, 30, { maxEvents: 10_000 }))
    expect(isCut).toBe(true)
    expect(open).toBeLessThanOrEqual(10)
  })
})

describe('people who are not always at work on the process', () => {
  const busy = (pauses: { idle: Sample | null; queued: Sample | null }, people = person) => {
    const check = { behaviour: workFor(constantSample(0.25 * hour), pauses), to: [['end', 1]] } as const
    return modelOf({ start: { to: [['check', 1]] }, check, end }, [people])
  }

  it('begin after a pause, which is no work', () => {
    const pauses = { idle: constantSample(hour), queued: constantSample(0.5 * hour) }
    const [role] = simulate(runOf(busy(pauses), 0.01, 2_000)).roles
    // Nearly all tasks come while the person is idle.
    expect((role?.wait.median ?? 0) / hour).toBe(1)
    expect((role?.work ?? 0) / hour / (role?.started ?? 1)).toBeCloseTo(0.25, 2)
    const [full] = simulate(runOf(busy(pauses), 1.25, 400)).roles
    // Three quarters of an hour for each task: 94 % of the time, of which a third is work.
    expect((full?.work ?? 0) / (full?.available ?? 1)).toBeCloseTo(1.25 * 0.25, 1)
    expect((full?.wait.mean ?? 0) / hour).toBeGreaterThan(3)
  })

  it('wait longer when they also have tasks elsewhere', () => {
    const none = { idle: null, queued: null }
    const alone = simulate(runOf(busy(none), 1, 400)).roles[0]
    const elsewhere = { perHour: 1, work: constantSample(0.5 * hour) }
    const shared = simulate(runOf(busy(none, { ...person, elsewhere }), 1, 400)).roles[0]
    expect([alone?.elsewhere, shared?.started]).toEqual([0, alone?.started])
    expect((shared?.elsewhere ?? 0) / (shared?.available ?? 1)).toBeCloseTo(0.5, 1)
    expect(shared?.wait.mean).toBeGreaterThan(3 * (alone?.wait.mean ?? 0))
    expect(shared?.work).toBeCloseTo(alone?.work ?? 0, -7)
  })
})

describe('the elements of a process', () => {
  it('repeats a loop as often as its branch says', () => {
    const model = modelOf({
      start: { to: [['check', 1]] },
      check: { behaviour: wait(hour), to: [['again', 1]] },
      again: {
        leaves: 'one',
        to: [
          ['check', 1],
          ['end', 3],
        ],
      },
      end,
    })
    const { duration, elements, ended } = simulate(runOf(model, 2, 200))
    // A geometric distribution: one run and a third more.
    expect((duration.mean ?? 0) / hour).toBeCloseTo(4 / 3, 1)
    expect((elements[0]?.count ?? 0) / ended).toBeCloseTo(4 / 3, 1)
  })

  it('waits at a parallel gateway for the slowest branch', () => {
    const model = modelOf({
      start: { to: [['fork', 1]] },
      fork: {
        to: [
          ['short', 1],
          ['long', 1],
        ],
      },
      short: { behaviour: wait(hour), to: [['join', 1]] },
      long: { behaviour: wait(3 * hour), to: [['join', 1]] },
      join: { waitsFor: 'each flow', to: [['end', 1]] },
      end,
    })
    const { duration, open } = simulate(runOf(model, 1, 20))
    expect(duration).toEqual({ mean: 3 * hour, median: 3 * hour, p95: 3 * hour })
    expect(open).toBeLessThan(12)
  })

  it('waits at an inclusive gateway for the branches that were taken', () => {
    const model = modelOf({
      start: { to: [['fork', 1]] },
      fork: {
        leaves: 'some',
        to: [
          ['short', 1],
          ['long', 0.5],
        ],
      },
      short: { behaviour: wait(hour), to: [['join', 1]] },
      long: { behaviour: wait(3 * hour), to: [['join', 1]] },
      join: { waitsFor: 'all that can arrive', to: [['end', 1]] },
      end,
    })
    const { duration, open } = simulate(runOf(model, 2, 100))
    expect((duration.mean ?? 0) / hour).toBeCloseTo(2, 1)
    expect(duration.p95).toBe(3 * hour)
    expect(open).toBeLessThan(20)
  })

  it('waits at an inclusive gateway for the tokens of another one', () => {
    const model = modelOf({
      start: { to: [['fork', 1]] },
      fork: {
        leaves: 'some',
        to: [
          ['short', 1],
          ['long', 1],
          ['never', 0],
        ],
      },
      short: { behaviour: wait(hour), to: [['second', 1]] },
      long: { behaviour: wait(2 * hour), to: [['first', 1]] },
      never: { behaviour: wait(hour), to: [['first', 1]] },
      first: { waitsFor: 'all that can arrive', to: [['second', 1]] },
      second: { waitsFor: 'all that can arrive', to: [['check', 1]] },
      check: { behaviour: wait(hour), to: [['end', 1]] },
      end,
    })
    const { duration, elements, ended } = simulate(runOf(model, 1, 20))
    expect(duration.p95).toBe(3 * hour)
    expect((elements.find(({ id }) => id === 'check')?.count ?? 0) / ended).toBeCloseTo(1, 1)
  })

  it.each([
    { isSequential: true, took: 3 },
    { isSequential: false, took: 1 },
  ])('runs an activity for each item (sequential: $isSequential)', ({ isSequential, took }) => {
    const model = modelOf({
      start: { to: [['each', 1]] },
      each: { behaviour: wait(hour), repeat: { isSequential, times: constantSample(3) }, to: [['end', 1]] },
      end,
    })
    const { duration, elements, ended } = simulate(runOf(model, 1, 30))
    expect(duration.mean).toBeCloseTo(took * hour)
    expect((elements[0]?.count ?? 0) / ended).toBeCloseTo(3, 0)
  })

  it('ends a sub-process by its timer, with the work inside', () => {
    const model = modelOf({
      start: { to: [['sub', 1]] },
      sub: {
        behaviour: { kind: 'scope', children: [{ node: 2, weight: 1 }] },
        boundary: [{ node: 4, isInterrupting: true, timer: 2 * hour, probability: 0, after: null }],
        to: [['end', 1]],
      },
      inside: { scope: 1, behaviour: workFor(constantSample(5 * hour)), to: [['done', 1]] },
      done: { ...end, scope: 1 },
      late: { to: [['end', 1]] },
      end,
    })
    const { duration, roles, elements } = simulate(runOf(model, 0.1, 50))
    expect(duration.median).toBe(2 * hour)
    expect(duration.p95).toBe(2 * hour)
    expect(elements[0]?.count).toBe(0)
    expect(roles[0]?.work).toBeGreaterThan(0)
  })

  it('leaves a sub-process by the event that catches its error, and ends all of it', () => {
    const caught = { kind: 'end', isTerminating: false, caughtBy: { scope: 1, node: 4 } } as const
    const model = modelOf({
      start: { to: [['sub', 1]] },
      sub: { behaviour: { kind: 'scope', children: [{ node: 2, weight: 1 }] }, to: [['end', 1]] },
      inside: {
        scope: 1,
        to: [
          ['error', 1],
          ['slow', 1],
        ],
      },
      error: { scope: 1, behaviour: caught },
      handler: { behaviour: wait(hour), to: [['end', 1]] },
      slow: { scope: 1, behaviour: wait(100 * hour) },
      end,
    })
    const { duration, open } = simulate(runOf(model, 1, 20))
    expect(duration.p95).toBe(hour)
    expect(open).toBeLessThan(8)
  })

  it('ends an activity by an event as often as history says', () => {
    const model = modelOf({
      start: { to: [['ask', 1]] },
      ask: {
        behaviour: wait(hour),
        boundary: [{ node: 2, isInterrupting: true, timer: null, probability: 0.25, after: exponential(hour / 2) }],
        to: [['end', 1]],
      },
      withdrawn: { behaviour: wait(0), to: [['end', 1]] },
      end,
    })
    const { elements, ended } = simulate(runOf(model, 2, 200))
    expect((elements.find(({ id }) => id === 'withdrawn')?.count ?? 0) / ended).toBeCloseTo(0.25, 1)
  })

  it('ends an activity by one of several events', () => {
    const by = (node: number) => ({ node, isInterrupting: true, timer: null, probability: 0.5, after: null })
    const model = modelOf({
      start: { to: [['ask', 1]] },
      ask: { behaviour: wait(hour), boundary: [by(2), by(3)], to: [['end', 1]] },
      withdrawn: { behaviour: wait(0), to: [['end', 1]] },
      refused: { behaviour: wait(0), to: [['end', 1]] },
      end,
    })
    const { elements, ended } = simulate(runOf(model, 2, 200))
    for (const id of ['withdrawn', 'refused'])
      expect((elements.find((one) => one.id === id)?.count ?? 0) / ended).toBeCloseTo(0.5, 1)
  })

  it('ends at a terminating end event with all other branches', () => {
    const model = modelOf({
      start: {
        to: [
          ['short', 1],
          ['long', 1],
        ],
      },
      short: { behaviour: wait(hour), to: [['stop', 1]] },
      long: { behaviour: wait(9 * hour), to: [['end', 1]] },
      stop: { behaviour: { kind: 'end', isTerminating: true, caughtBy: null } },
      end,
    })
    expect(simulate(runOf(model, 1, 10)).duration.p95).toBe(hour)
  })
})
