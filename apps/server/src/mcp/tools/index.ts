import type { Tool } from '../tool.ts'
import { cancelInstance, explainIncidents, findInstances, getInstance, listCauses, retryIncident } from './instances.ts'
import { getStartForm, listProcesses, readModel, startProcess } from './processes.ts'
import { search } from './search.ts'
import { addComment, claimTask, completeTask, getTask, listTasks } from './tasks.ts'

/** The tools, in the order in which they are listed. */
export const tools: readonly Tool[] = [
  listTasks,
  getTask,
  claimTask,
  completeTask,
  addComment,
  listProcesses,
  getStartForm,
  startProcess,
  findInstances,
  getInstance,
  explainIncidents,
  listCauses,
  retryIncident,
  cancelInstance,
  readModel,
  search,
]
