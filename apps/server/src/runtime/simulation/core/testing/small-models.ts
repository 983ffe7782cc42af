import type {
  Behaviour,
  MeasuredPauses,
  SimulationModel,
  SimulationNode,
  SimulationRole,
  SimulationRun,
} from '../model.ts'
import { constantSample, type Sample } from '../sample.ts'

export const hour = 3_600_000

/** Returns the exponential distribution of a mean with 4,001 quantiles. */
export function exponential(mean: number): Sample {
  const count = 4_000
  const quantiles = Array.from(
    { length: count + 1 },
    (_, index) => -Math.log(1 - Math.min(index / count, 1 - 1 / (4 * count))) * mean,
  )
  return { quantiles, mean }
}

export const person: SimulationRole = { name: 'Clerks', people: 1, hours: null, costPerHour: 0, elsewhere: null }

type Draft = Partial<Omit<SimulationNode, 'flows' | 'incoming'>> & {
  /** Targets by id, with weights. */
  readonly to?: readonly (readonly [id: string, weight: number])[]
}

/** Creates a model from nodes by id. Sub-processes and boundary events name other nodes by their index. */
export function modelOf(
  drafts: Readonly<Record<string, Draft>>,
  roles: readonly SimulationRole[] = [person],
): SimulationModel {
  const ids = Object.keys(drafts)
  const incoming = new Map<string, number>()
  const flowsOf = ids.map((id) =>
    (drafts[id]?.to ?? []).map(([target, weight]) => {
      const arrival = incoming.get(target) ?? 0
      incoming.set(target, arrival + 1)
      return { node: ids.indexOf(target), arrival, weight }
    }),
  )
  const nodes = ids.map((id, index): SimulationNode => {
    const { to: _, ...draft } = drafts[id] ?? {}
    return {
      ...{ id, scope: -1, behaviour: { kind: 'pass' }, leaves: 'all', waitsFor: 'nothing', repeat: null, boundary: [] },
      ...draft,
      ...{ flows: flowsOf[index] ?? [], incoming: incoming.get(id) ?? 0 },
    }
  })
  return { nodes, roles, starts: [{ node: 0, weight: 1 }] }
}

/** Returns an activity of people of the first role, with a duration from a distribution. */
export const workFor = (
  sample: Sample,
  pauses: MeasuredPauses = { idle: null, queued: null },
  role = 0,
): Behaviour => ({
  ...{ kind: 'work', role, work: sample, pauses },
})
export const work = (mean: number, role = 0): Behaviour => workFor(exponential(mean), undefined, role)
export const wait = (time: number): Behaviour => ({ kind: 'wait', took: constantSample(time) })
export const end: Draft = { behaviour: { kind: 'end', isTerminating: false, caughtBy: null } }

/** Returns a run of a number of days after a warm-up, with a number of instances per hour. */
export function runOf(
  model: SimulationModel,
  perHour: number,
  days: number,
  more: Partial<SimulationRun> = {},
): SimulationRun {
  const warmUp = Math.ceil(days / 10)
  const arrivals = Array.from({ length: (days + warmUp) * 24 }, () => perHour)
  const to = (days + warmUp) * 24 * hour
  return {
    model,
    arrivals,
    from: 0,
    measureFrom: warmUp * 24 * hour,
    to,
    seed: 7,
    number: 1,
    maxEvents: 5_000_000,
    ...more,
  }
}
