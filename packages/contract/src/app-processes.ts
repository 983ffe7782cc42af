import { z } from 'zod'
import * as design from './app-process-designs.ts'
import { defineCall, defineCalls } from './call.ts'
import { lockCalls } from './design-calls.ts'
import { deletedReason } from './disabling.ts'
import { choiceAnswer } from './form-data.ts'
import { autoSavedAt, formHistory } from './form-designs.ts'
import { limits } from './limits.ts'
import { listCalls } from './list/list-calls.ts'
import { appProcessList, appProcessRow } from './lists/app-processes.ts'

export type {
  AppProcess,
  DesignProblem,
  ModellerDetail,
  ProcessCopy,
  ProcessSurroundings,
  SavedProcessDesign,
} from './app-process-designs.ts'

const id = z.string().max(64)
const application = z.object({ appId: id })
const one = z.object({ appId: id, processId: id })
const ofVersion = one.extend({ version: z.coerce.number<string>().int() })
const of = { tag: 'Processes of applications', audience: ['RoleDesign'] } as const
const gone = 'thing.not-found'
const taken = ['thing.name-taken', 'thing.key-taken'] as const
const unsaved = ['design.changed', 'design.locked', 'budget.exceeded'] as const
const touches = ['appProcesses', 'applications'] as const
const path = '/applications/{appId}/appprocesses/{processId}'

/** How a BPMN file may be taken over. */
export const designFileLimits = { files: 1, fileSize: limits.processDesign } as const

/** Processes of applications, and their designs. What spans applications stands under the application 0. */
export const appProcessCalls = defineCalls('appProcesses', {
  ...listCalls(appProcessList, {
    path: '/applications/0/appprocesses',
    summary: 'Lists the processes of all applications.',
    ...of,
    row: appProcessRow,
  }),
  /** With a start event and nothing else. */
  create: defineCall({
    ...of,
    method: 'POST',
    path: '/applications/{appId}/appprocesses',
    summary: 'Makes a process.',
    touches,
    happensOnce: true,
    params: application,
    body: design.newProcess,
    answer: design.appProcess,
    errors: [gone, 'thing.disabled', 'budget.exceeded', ...taken],
  }),
  /**
   * Body: a part `name`, if it is not to be called as in the file, then one part `file`. Its first executable process
   * gives the key. What keeps it from being deployed does not keep it from being taken over.
   */
  importFile: defineCall({
    ...of,
    method: 'POST',
    path: '/applications/{appId}/appprocesses/import',
    summary: 'Makes a process of a BPMN file.',
    touches,
    happensOnce: true,
    params: application,
    body: 'multipart',
    parts: designFileLimits,
    bodyLimit: limits.processDesign + limits.jsonBody,
    answer: z.object({ process: design.appProcess, problems: design.savedProcessDesign.shape.problems }),
    errors: [gone, 'thing.disabled', 'app-process.file-invalid', 'request.too-large', 'budget.exceeded', ...taken],
  }),
  get: defineCall({
    ...of,
    method: 'GET',
    path,
    summary: 'A process, without its design.',
    params: one,
    answer: design.appProcess,
    errors: [gone],
  }),
  /** What the design says of it as well, such as its key, is written into the design: a new version of it. */
  save: defineCall({
    ...of,
    method: 'PUT',
    path,
    summary: 'Changes what a process is called, where it is found and who may start it.',
    touches,
    happensOnce: true,
    params: one,
    body: design.newProcess.extend({ revision: z.number().int().optional() }),
    answer: design.appProcess,
    errors: [gone, 'thing.disabled', 'thing.changed', ...unsaved, ...taken],
  }),
  disable: defineCall({
    ...of,
    method: 'DELETE',
    path,
    summary: 'Disables a process, and says why.',
    touches,
    happensOnce: true,
    params: one,
    query: deletedReason,
    answer: design.appProcess,
    errors: [gone, 'thing.disabled'],
  }),
  restore: defineCall({
    ...of,
    method: 'POST',
    path: `${path}/restore`,
    summary: 'Restores a process that was disabled.',
    touches,
    happensOnce: true,
    params: one,
    answer: design.appProcess,
    errors: [gone, 'thing.exists'],
  }),
  /** Nothing is copied by it: `saveMultiple` does that, with what the user has made of the names. */
  copyMultiple: defineCall({
    ...of,
    method: 'POST',
    path: '/applications/0/appprocesses/copy-multiple',
    summary: 'What copies of several processes would be called.',
    scope: 'read',
    touches: [],
    query: z.object({
      processIds: z
        .string()
        .min(1)
        .transform((joined) => [...new Set(joined.split(',').map((one) => one.trim()))].filter((one) => one !== ''))
        .refine(
          (ids) => ids.length > 0 && ids.length <= limits.formsAtOnce,
          `Expected 1 to ${limits.formsAtOnce} ids.`,
        ),
    }),
    answer: z.array(design.processCopy),
    errors: [gone, 'thing.disabled'],
  }),
  /** All of them or none. Faults name each process by its place: `processes.2.name`. */
  saveMultiple: defineCall({
    ...of,
    method: 'POST',
    path: '/applications/0/appprocesses/save-multiple',
    summary: 'Makes copies of processes with their designs.',
    touches,
    happensOnce: true,
    body: z.object({ processes: z.array(design.newProcessCopy).min(1).max(limits.formsAtOnce) }),
    answer: z.array(design.appProcess),
    errors: [gone, 'thing.disabled', 'thing.disabled', 'budget.exceeded', ...taken],
  }),
  /** By a text in their names or keys, or those of some keys that there are. */
  people: defineCall({
    ...of,
    method: 'GET',
    path: '/applications/0/appprocesses/people',
    summary: 'Users or groups that a process may name, the first by name.',
    query: design.peopleQuery,
    answer: choiceAnswer,
  }),
  surroundings: defineCall({
    ...of,
    method: 'GET',
    path: `${path}/surroundings`,
    summary: 'What a process may name: forms with their fields, processes, decisions, email templates, calendars.',
    params: one,
    answer: design.surroundings,
    errors: [gone],
  }),
  modeller: defineCall({
    ...of,
    method: 'GET',
    path: `${path}/modeller`,
    summary: 'What the modeller of a process begins with.',
    params: one,
    answer: design.modellerDetail,
    errors: [gone],
  }),
  /** Whatever can be read is saved: what keeps it from being deployed is told. */
  saveDesign: defineCall({
    ...of,
    method: 'POST',
    path: `${path}/saveProcessDesign`,
    summary: 'Saves the design of a process as its next version.',
    touches,
    happensOnce: true,
    params: one,
    body: design.processDesignSave,
    bodyLimit: limits.designBody,
    answer: design.savedProcessDesign,
    errors: [gone, 'thing.disabled', 'app-process.file-invalid', ...unsaved, ...taken],
  }),
  history: defineCall({
    ...of,
    method: 'GET',
    path: '/applications/{appId}/appprocesses/process-history/{processId}',
    summary: 'The versions of a process, the newest first.',
    params: one,
    answer: formHistory,
    errors: [gone],
  }),
  version: defineCall({
    ...of,
    method: 'GET',
    path: '/applications/{appId}/appprocesses/process-history/{processId}/{version}',
    summary: 'The design of one version of a process.',
    params: ofVersion,
    answer: z.object({ version: z.number().int(), xml: z.string() }),
    errors: [gone],
  }),
  restoreVersion: defineCall({
    ...of,
    method: 'POST',
    path: '/applications/{appId}/appprocesses/process-history/{processId}/{version}/restore',
    summary: 'Saves the design of an earlier version of a process as its next one.',
    touches,
    happensOnce: true,
    params: ofVersion,
    body: z.object({ version: z.number().int().min(1), token: z.uuid().optional() }),
    answer: design.savedProcessDesign,
    errors: [gone, 'thing.disabled', 'app-process.file-invalid', ...unsaved, ...taken],
  }),
  /** Sent as an attachment. */
  exportFile: defineCall({
    ...of,
    method: 'GET',
    path: `${path}/export`,
    summary: 'A process as a BPMN file.',
    params: one,
    answer: 'file',
    errors: [gone],
  }),
  ...lockCalls({ ...of, what: 'a process', params: one, path, disabled: 'thing.disabled' }),
  autoSave: defineCall({
    ...of,
    method: 'PUT',
    path: `${path}/auto-saved-data`,
    summary: 'Keeps what the user has not saved yet of the design of a process.',
    touches: [],
    params: one,
    body: design.processAutoSave,
    bodyLimit: limits.designBody,
    answer: autoSavedAt,
    errors: [gone, 'thing.disabled'],
  }),
})
