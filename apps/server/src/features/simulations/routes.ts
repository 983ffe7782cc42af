import { simulationCalls } from '@millrace/contract'
import type { FastifyInstance } from 'fastify'
import type { AppContext } from '../../app-context.ts'
import { cancelSimulation } from '../../operations/simulations/cancel-simulation.ts'
import { deleteSimulation } from '../../operations/simulations/delete-simulation.ts'
import { startSimulation } from '../../operations/simulations/start-simulation.ts'
import { route } from '../../platform/http/route.ts'
import { getSimulationBasis } from './get-simulation-basis.ts'
import { getSimulation, listSimulations } from './read-simulations.ts'

/** Registers the calls on simulations of processes. */
export function registerSimulations(app: FastifyInstance, context: AppContext): void {
  const { db, runtime } = context
  route(app, simulationCalls.basis, ({ request, params, query }) =>
    getSimulationBasis(runtime, request, { ...params, ...query }),
  )
  route(app, simulationCalls.list, ({ request, params }) => listSimulations(db, request, params.id))
  route(app, simulationCalls.get, ({ request, params }) => getSimulation(db, request, params.id))
  route(app, simulationCalls.start, ({ request, params, body }) =>
    startSimulation(context, request, { ...params, input: body }),
  )
  route(app, simulationCalls.cancel, ({ request, params }) => cancelSimulation(context, request, params.id))
  route(app, simulationCalls.delete, ({ request, params }) => deleteSimulation(context, request, params.id))
}
