import type { FlowElement, ProcessModel } from '@millrace/bpmn'
import type { SimulationBasis } from '@millrace/contract'
import { noSuchProcess } from '../../operations/processes/policy.ts'
import { reaches } from '../../platform/auth/reach.ts'
import type { Request } from '../../platform/auth/request.ts'
import { isUuid } from '../../platform/db/uuid.ts'
import { getProcess } from '../../runtime/definitions/definitions.ts'
import { readGroupNames } from '../../runtime/rights/group-names.ts'
import { seenDefinitions } from '../../runtime/rights/start-rights.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { describeModel } from '../../runtime/simulation/describe-model.ts'
import { findRoles } from '../../runtime/simulation/find-roles.ts'
import { findStaff } from '../../runtime/simulation/find-staff.ts'
import { findWorkingHours } from '../../runtime/simulation/hours-of-week.ts'
import { measurePast } from '../../runtime/simulation/measure-past.ts'
import { measureProcess } from '../../runtime/simulation/measure-process.ts'
import { daysOf, type Measures } from '../../runtime/simulation/measures.ts'
import { listGroups, readCalendars } from '../../runtime/simulation/read-preparation.ts'

/**
 * Measures the history of a process, as a baseline for simulated changes.
 * @throws Refusal when the process does not exist.
 */
export function getSimulationBasis(
  runtime: Runtime,
  request: Request,
  { id, days }: { readonly id: string; readonly days: number },
): Promise<SimulationBasis> {
  const { workplaceId, user } = request
  const { db, clock, zone } = runtime
  return db.read(request, async (tx) => {
    const definition = isUuid(id) ? await getProcess(runtime, tx, workplaceId, { by: 'id', id }) : null
    if (definition === null || !reaches(seenDefinitions(user), definition.key)) throw noSuchProcess()
    const { model, key, tenantId } = definition
    const to = clock()
    const from = new Date(to.getTime() - days * 86_400_000)
    const period = { workplaceId, key, tenantId, from: from.toISOString(), to: to.toISOString() }
    const measures = await measureProcess(tx, period, zone)
    const { duration } = await measurePast(tx, period)
    const names = await readGroupNames(tx, workplaceId, listGroups(measures))
    const hours = findWorkingHours(measures, zone)?.hours ?? null
    return {
      ...{ from: period.from, to: period.to, started: measures.started, measured: measures.measured, duration },
      tasksFrom: measures.staff.isShortened ? (measures.staff.from ?? period.to) : null,
      perWeek: (measures.started / daysOf(measures)) * 7,
      hours: hours && presentHours(hours),
      calendars: [...(await readCalendars(tx, workplaceId)).keys()],
      roles: findRoles(model, measures).map(({ elementIds, name, ...role }) => ({
        ...role,
        people: findStaff(measures, elementIds, zone).people,
        name: names.get(name) ?? name,
        elements: elementIds.map((one) => nameOf(model.elements[one], one)),
      })),
      gateways: listGateways(model, measures),
      notes: [...describeModel(model, measures, { roles: new Map(), flows: new Map() }).notes],
    }
  })
}

function presentHours(hours: Readonly<Record<string, readonly (readonly [string, string])[] | undefined>>) {
  return Object.fromEntries(
    Object.entries(hours).map(([day, spans]) => [day, (spans ?? []).map(([from, to]): [string, string] => [from, to])]),
  )
}

function nameOf(element: FlowElement | undefined, id: string): string {
  return element?.name ?? id
}

/** Gateways that choose between several flows, with the frequency of each. */
function listGateways(model: ProcessModel, { flows, elements }: Measures): SimulationBasis['gateways'] {
  return Object.values(model.elements).flatMap((element) => {
    const isInclusive = element.type === 'inclusiveGateway'
    if (!isInclusive && element.type !== 'exclusiveGateway' && element.type !== 'eventBasedGateway') return []
    if (element.outgoing.length < 2) return []
    const counts = element.outgoing.map((id) => flows.find(({ flowId }) => flowId === id)?.count ?? 0)
    const entered = elements.find(({ elementId }) => elementId === element.id)?.entered ?? 0
    const total = isInclusive ? entered : counts.reduce((sum, count) => sum + count, 0)
    return [
      {
        ...{ id: element.id, name: element.name, isInclusive },
        flows: element.outgoing.map((id, index) => {
          const flow = model.flows[id]
          const count = counts[index] ?? 0
          const share = total > 0 ? Math.min(1, count / total) : isInclusive ? 0.5 : 1 / counts.length
          const target = flow?.targetId ?? id
          return {
            id,
            name: flow?.name ?? null,
            target: nameOf(model.elements[target], target),
            count,
            share: share * 100,
          }
        }),
      },
    ]
  })
}
