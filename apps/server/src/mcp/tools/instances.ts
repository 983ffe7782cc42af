import { incidentGroupCalls, processCalls } from '@millrace/contract'
import { z } from 'zod'
import { defineTool } from '../tool.ts'

const instanceId = z.guid().describe('Id of the instance.')
const search = z.string().max(200).default('').describe('Words that the title or business key contains.')
const size = z.number().int().min(1).max(100).default(25)

const lists = {
  'started by me': processCalls.startedByMe,
  'involving me': processCalls.involvingMe,
  all: processCalls.all,
} as const

export const findInstances = defineTool({
  name: 'find_instances',
  title: 'Find instances',
  description: 'Lists process instances, running and ended. Only operators may list all of them.',
  calls: [processCalls.involvingMe, processCalls.all],
  input: z.object({ which: z.enum(['started by me', 'involving me', 'all']).default('involving me'), search, size }),
  run: ({ which, search, size }, ask) => ask(lists[which], { query: { q: search, size } }),
})

export const getInstance = defineTool({
  name: 'get_instance',
  title: 'Get an instance',
  description:
    'Returns an instance with what it waits for, its variables where the user may see them, and what the user may do.',
  calls: [processCalls.instance],
  input: z.object({ instanceId }),
  run: async ({ instanceId }, ask) => {
    const params = { id: instanceId }
    const instance = await ask(processCalls.instance, { params })
    if (!instance.permissions.seeVariables) return { instance }
    return { instance, variables: await ask(processCalls.variables, { params }) }
  },
})

export const explainIncidents = defineTool({
  name: 'explain_incidents',
  title: 'Explain incidents',
  description:
    'Returns the open incidents of an instance with message, element and time, the elements that are active or failed, and the latest history.',
  calls: [processCalls.incidents],
  input: z.object({ instanceId }),
  run: async ({ instanceId }, ask) => {
    const params = { id: instanceId }
    const { items: incidents } = await ask(processCalls.incidents, { params })
    const { items: activities } = await ask(processCalls.activities, { params })
    const history = await ask(processCalls.history, { params })
    return { incidents, elements: activities.filter(({ endedAt }) => endedAt === null), history }
  },
})

export const listCauses = defineTool({
  name: 'list_incident_causes',
  title: 'List causes of incidents',
  description: 'Lists the causes of open incidents of all processes, with their number and the first and last time.',
  calls: [incidentGroupCalls.list],
  input: z.object({ search, size }),
  run: ({ search, size }, ask) => ask(incidentGroupCalls.list, { query: { q: search, size } }),
})

export const retryIncident = defineTool({
  name: 'retry_incident',
  title: 'Retry an incident',
  description: 'Retries the step that caused an incident.',
  calls: [incidentGroupCalls.retry],
  input: z.object({ incidentId: z.guid().describe('Id of the incident.') }),
  run: ({ incidentId }, ask) => ask(incidentGroupCalls.retry, { params: { id: incidentId } }),
})

export const cancelInstance = defineTool({
  name: 'cancel_instance',
  title: 'Cancel an instance',
  description: 'Cancels a running instance with all its open tasks. It cannot be resumed.',
  calls: [processCalls.cancel],
  isDestructive: true,
  input: z.object({ instanceId, reason: z.string().min(1).max(500) }),
  run: ({ instanceId, reason }, ask) => ask(processCalls.cancel, { params: { id: instanceId }, query: { reason } }),
})
