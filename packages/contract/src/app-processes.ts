import { z } from 'zod'
import * as design from './app-process-designs.ts'
import { defineCall, defineCalls } from './call.ts'
import { copyCalls } from './design-calls.ts'
import { joinedIds } from './design-values.ts'
import { fileDesignCalls } from './file-design-calls.ts'
import { fileCopy, savedFileDesign } from './file-designs.ts'
import { choiceAnswer } from './form-data.ts'
import { limits } from './limits.ts'
import { listCalls } from './list/list-calls.ts'
import { appProcessList, appProcessRow } from './lists/app-processes.ts'

export type {
  AppProcess,
  AssigneePreview,
  AssigneeQuery,
  ModellerDetail,
  ProcessCopy,
  ProcessSurroundings,
  SavedProcessDesign,
} from './app-process-designs.ts'
export { designFileLimits } from './file-design-calls.ts'
export type { DesignProblem } from './file-designs.ts'

const id = z.string().max(64)
const one = z.object({ appId: id, processId: id })
const of = { tag: 'Processes of applications', audience: ['RoleDesign'] } as const
const all = '/applications/0/appprocesses'
const path = '/applications/{appId}/appprocesses/{processId}'
const change = { touches: ['appProcesses', 'applications'], item: design.appProcess } as const

/** Calls for processes of applications and their designs. Lists across applications use the application 0. */
export const appProcessCalls = defineCalls('appProcesses', {
  ...listCalls(appProcessList, {
    path: all,
    summary: 'Lists the processes of all applications.',
    ...of,
    row: appProcessRow,
  }),
  /** A new one has a start event and nothing else. The key of a file is that of its first executable process. */
  ...fileDesignCalls({
    ...of,
    ...change,
    what: 'a process',
    format: 'BPMN',
    params: one,
    ofVersion: one.extend({ version: z.coerce.number<string>().int() }),
    path,
    listPath: '/applications/{appId}/appprocesses',
    savePath: `${path}/saveProcessDesign`,
    historyPath: '/applications/{appId}/appprocesses/process-history/{processId}',
    fields: design.newProcess,
    edited: design.newProcess.extend({ revision: z.number().int().optional() }),
    saves: 'Changes what a process is called, where it is found and who may start it.',
    imported: z.object({ process: design.appProcess, problems: savedFileDesign.shape.problems }),
    invalid: 'app-process.file-invalid',
  }),
  ...copyCalls({
    ...of,
    ...change,
    many: 'processes',
    path: all,
    ids: z.object({ processIds: joinedIds }),
    proposed: fileCopy,
    copies: z.object({ processes: z.array(design.newProcessCopy).min(1).max(limits.formsAtOnce) }),
    errors: ['budget.exceeded'],
  }),
  /** Finds users by a text in their names or keys, or by given keys. */
  people: defineCall({
    ...of,
    method: 'GET',
    path: `${all}/people`,
    summary: 'Lists users or groups that a process can name, sorted by name.',
    query: design.peopleQuery,
    answer: choiceAnswer,
  }),
  /**
   * Returns the user to whom the engine would assign a task by a rule. Values are texts, because
   * expressions need a running process.
   */
  assignee: defineCall({
    ...of,
    method: 'GET',
    path: `${all}/assignee`,
    summary: 'Returns the user that an assignment rule would assign a task to now.',
    query: design.assigneeQuery,
    answer: design.assigneePreview,
  }),
  surroundings: defineCall({
    ...of,
    method: 'GET',
    path: `${path}/surroundings`,
    summary:
      'Lists what a process can refer to: forms with their fields, processes, decisions, email templates and calendars.',
    params: one,
    answer: design.surroundings,
    errors: ['thing.not-found'],
  }),
  modeller: defineCall({
    ...of,
    method: 'GET',
    path: `${path}/modeller`,
    summary: 'Returns the data that the modeller of a process needs.',
    params: one,
    answer: design.modellerDetail,
    errors: ['thing.not-found'],
  }),
})
