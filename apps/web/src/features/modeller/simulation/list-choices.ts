import type { Graph, Step } from './graph.ts'
import type { Choice, Simulation, Token } from './simulation-state.ts'

/** Lists the choices of the user. Empty: the next steps are automatic, or the process has ended. */
export function listChoices(graph: Graph, simulation: Simulation): Choice[] {
  const { tokens } = simulation
  if (tokens.length === 0) return starts(graph, null).map(({ id }) => ({ kind: 'start', step: id }))
  const own = tokens.flatMap((token) => [...listWays(graph, token), ...listEvents(graph, token)])
  const scopes = [null, ...tokens.filter(({ state }) => state === 'inside').map(({ id }) => id)]
  return [...own, ...scopes.flatMap((scope) => listEventSubProcesses(graph, simulation, scope))]
}

/** Returns the steps that a scope starts with. */
export function starts(graph: Graph, scope: string | null): Step[] {
  const all = [...graph.values()].filter((step) => step.scope === scope && step.type === 'startEvent')
  if (all.length > 0) return all
  // What nothing leads to begins (BPMN 2.0, 13.2).
  return [...graph.values()].filter(
    (step) =>
      step.scope === scope &&
      step.incoming.length === 0 &&
      step.attachedTo === null &&
      !step.isEventSubProcess &&
      step.link === null,
  )
}

function listWays(graph: Graph, { id, at, state }: Token): Choice[] {
  const step = graph.get(at)
  if (state !== 'waiting' || step === undefined) return []
  const ways = step.flows.map((way) => way.id)
  switch (step.type) {
    case 'exclusiveGateway':
    case 'complexGateway':
    case 'eventBasedGateway':
      return ways.map((way) => ({ kind: 'ways', token: id, ways: [way] }))
    case 'inclusiveGateway':
      return subsetsOf(ways).map((some) => ({ kind: 'ways', token: id, ways: some }))
    default:
      return [{ kind: 'go', token: id }]
  }
}

/** Each alone, pairs where there are few, and all together. */
function subsetsOf(ways: readonly string[]): string[][] {
  const single = ways.map((way) => [way])
  const pairs = ways.length === 3 ? ways.flatMap((one, at) => ways.slice(at + 1).map((other) => [one, other])) : []
  return [...single, ...pairs, ...(ways.length > 1 ? [[...ways]] : [])]
}

function listEvents(graph: Graph, { id, at, state }: Token): Choice[] {
  if (state !== 'waiting' && state !== 'inside') return []
  return [...graph.values()]
    .filter(({ attachedTo, event }) => attachedTo === at && event !== 'compensate')
    .map((step) => ({ kind: 'event', token: id, step: step.id }))
}

function listEventSubProcesses(graph: Graph, { tokens }: Simulation, scope: number | null): Choice[] {
  const around = scope === null ? null : (tokens.find(({ id }) => id === scope)?.at ?? null)
  return [...graph.values()]
    .filter((step) => step.isEventSubProcess && step.scope === around)
    .map((step) => ({ kind: 'subProcess', scope, step: step.id }))
}
