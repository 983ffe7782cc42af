import { type SimulationBasis, type SimulationInput, simulationLimits } from '@millrace/contract'

/** The fields of a new simulation, as texts until it is started. */
export interface SimulationDraft {
  readonly name: string
  readonly weeks: string
  readonly runs: string
  readonly arrivals: string
  readonly roles: Readonly<Record<string, RoleDraft>>
  /** Shares of flows in percent; only edited ones. */
  readonly shares: Readonly<Record<string, string>>
}

export interface RoleDraft {
  readonly peopleBefore: string
  readonly peopleAfter: string
  readonly hoursBefore: string
  readonly hoursAfter: string
  readonly costPerHour: string
}

export function createDraft(basis: SimulationBasis, name: string): SimulationDraft {
  const roles = basis.roles.map(({ id, people }): [string, RoleDraft] => {
    const measured = String(Math.min(simulationLimits.people, Math.max(1, Math.round(people))))
    return [
      id,
      {
        ...{ peopleBefore: measured, peopleAfter: measured, hoursBefore: 'measured', hoursAfter: 'measured' },
        costPerHour: '0',
      },
    ]
  })
  return {
    name: name.slice(0, simulationLimits.name).trim(),
    weeks: '4',
    runs: '10',
    arrivals: '100',
    roles: Object.fromEntries(roles),
    shares: {},
  }
}

/** The problem of a field, by its name: the range of its number. */
export type DraftFaults = Readonly<Record<string, readonly [min: number, max: number]>>

const ranges = {
  people: [1, simulationLimits.people],
  cost: [0, simulationLimits.costPerHour],
  arrivals: [0, simulationLimits.arrivals],
  weeks: [1, simulationLimits.weeks],
  runs: [2, simulationLimits.runs],
  share: [0, 100],
} as const

/** Finds numbers that are missing or out of range. */
export function findFaults({ roles, shares, weeks, runs, arrivals }: SimulationDraft): DraftFaults {
  const faults: Record<string, readonly [number, number]> = {}
  const check = (field: string, text: string, range: readonly [number, number], isWhole = false) => {
    const value = readNumber(text)
    if (value === null || value < range[0] || value > range[1] || (isWhole && !Number.isInteger(value)))
      faults[field] = range
  }
  check('weeks', weeks, ranges.weeks, true)
  check('runs', runs, ranges.runs, true)
  check('arrivals', arrivals, ranges.arrivals)
  for (const [id, role] of Object.entries(roles)) {
    check(`${id} peopleBefore`, role.peopleBefore, ranges.people, true)
    check(`${id} peopleAfter`, role.peopleAfter, ranges.people, true)
    check(`${id} costPerHour`, role.costPerHour, ranges.cost)
  }
  for (const [id, share] of Object.entries(shares)) check(id, share, ranges.share)
  return faults
}

type Gateway = SimulationBasis['gateways'][number]

/** Returns the share of a flow after the change. */
export function shareAfter({ shares }: SimulationDraft, { id, share }: Gateway['flows'][number]): number {
  const edited = shares[id]
  return edited === undefined ? share : (readNumber(edited) ?? 0)
}

/** Returns the gateways that choose one flow and whose edited shares do not add up to 100, with their sums. */
export function findWrongSums(
  draft: SimulationDraft,
  gateways: readonly Gateway[],
): { gateway: Gateway; sum: number }[] {
  return gateways.flatMap((gateway) => {
    const isEdited = gateway.flows.some(({ id }) => draft.shares[id] !== undefined)
    const sum = gateway.flows.reduce((total, flow) => total + shareAfter(draft, flow), 0)
    return isEdited && !gateway.isInclusive && Math.abs(sum - 100) > 0.5
      ? [{ gateway, sum: Math.round(sum * 10) / 10 }]
      : []
  })
}

/** Converts a draft without faults to the simulation to start. */
export function toInput(draft: SimulationDraft, { gateways }: SimulationBasis, days: number): SimulationInput {
  const { name, weeks, runs, arrivals, roles, shares } = draft
  return {
    ...{ name: name.trim(), days, weeks: Number(weeks), runs: Number(runs), arrivals: Number(arrivals) },
    roles: Object.entries(roles).map(([id, role]) => ({
      ...{ id, costPerHour: Number(role.costPerHour) },
      before: { people: Number(role.peopleBefore), hours: role.hoursBefore },
      after: { people: Number(role.peopleAfter), hours: role.hoursAfter },
    })),
    // All flows of a changed gateway, so that the rest keeps its share.
    flows: gateways
      .filter(({ flows }) => flows.some(({ id }) => shares[id] !== undefined))
      .flatMap(({ flows }) => flows.map((flow) => ({ id: flow.id, share: shareAfter(draft, flow) }))),
  }
}

function readNumber(text: string): number | null {
  const value = Number(text.trim())
  return text.trim() === '' || !Number.isFinite(value) ? null : value
}
