import { z } from 'zod'
import * as design from './app-decision-designs.ts'
import { designFileLimits } from './app-processes.ts'
import { defineCall, defineCalls } from './call.ts'
import { lockCalls } from './design-calls.ts'
import { deletedReason } from './disabling.ts'
import { autoSavedAt, formHistory } from './form-designs.ts'
import { limits } from './limits.ts'
import { listCalls } from './list/list-calls.ts'
import { appDecisionList, appDecisionRow } from './lists/app-decisions.ts'

export type {
  AppDecision,
  DecisionCopy,
  EditorDetail,
  SavedDecisionDesign,
} from './app-decision-designs.ts'

const id = z.string().max(64)
const application = z.object({ appId: id })
const one = z.object({ appId: id, decisionId: id })
const ofVersion = one.extend({ version: z.coerce.number<string>().int() })
const of = { tag: 'Decisions of applications', audience: ['RoleDesign'] } as const
const gone = 'thing.not-found'
const taken = ['thing.name-taken', 'thing.key-taken'] as const
const unsaved = ['design.changed', 'design.locked', 'budget.exceeded'] as const
const touches = ['appDecisions', 'applications'] as const
const path = '/applications/{appId}/appdecisions/{decisionId}'

/** Decisions of applications, and their designs. What spans applications stands under the application 0. */
export const appDecisionCalls = defineCalls('appDecisions', {
  ...listCalls(appDecisionList, {
    path: '/applications/0/appdecisions',
    summary: 'Lists the decisions of all applications.',
    ...of,
    row: appDecisionRow,
  }),
  /** With a decision table of one input and one output, and no rules. */
  create: defineCall({
    ...of,
    method: 'POST',
    path: '/applications/{appId}/appdecisions',
    summary: 'Makes a decision.',
    touches,
    happensOnce: true,
    params: application,
    body: design.newDecision,
    answer: design.appDecision,
    errors: [gone, 'thing.disabled', 'budget.exceeded', ...taken],
  }),
  /**
   * Body: a part `name`, if it is not to be called as in the file, then one part `file`. The decision that no other
   * requires gives the key. What keeps it from being deployed does not keep it from being taken over.
   */
  importFile: defineCall({
    ...of,
    method: 'POST',
    path: '/applications/{appId}/appdecisions/import',
    summary: 'Makes a decision of a DMN file.',
    touches,
    happensOnce: true,
    params: application,
    body: 'multipart',
    parts: designFileLimits,
    bodyLimit: limits.processDesign + limits.jsonBody,
    answer: z.object({ decision: design.appDecision, problems: design.savedDecisionDesign.shape.problems }),
    errors: [gone, 'thing.disabled', 'app-decision.file-invalid', 'request.too-large', 'budget.exceeded', ...taken],
  }),
  get: defineCall({
    ...of,
    method: 'GET',
    path,
    summary: 'A decision, without its design.',
    params: one,
    answer: design.appDecision,
    errors: [gone],
  }),
  /** Name and key are written into the design: a new version of it. */
  save: defineCall({
    ...of,
    method: 'PUT',
    path,
    summary: 'Changes what a decision is called.',
    touches,
    happensOnce: true,
    params: one,
    body: design.newDecision.extend({ revision: z.number().int().optional() }),
    answer: design.appDecision,
    errors: [gone, 'thing.disabled', 'thing.changed', ...unsaved, ...taken],
  }),
  disable: defineCall({
    ...of,
    method: 'DELETE',
    path,
    summary: 'Disables a decision, and says why.',
    touches,
    happensOnce: true,
    params: one,
    query: deletedReason,
    answer: design.appDecision,
    errors: [gone, 'thing.disabled'],
  }),
  restore: defineCall({
    ...of,
    method: 'POST',
    path: `${path}/restore`,
    summary: 'Restores a decision that was disabled.',
    touches,
    happensOnce: true,
    params: one,
    answer: design.appDecision,
    errors: [gone, 'thing.exists'],
  }),
  /** Nothing is copied by it: `saveMultiple` does that, with what the user has made of the names. */
  copyMultiple: defineCall({
    ...of,
    method: 'POST',
    path: '/applications/0/appdecisions/copy-multiple',
    summary: 'What copies of several decisions would be called.',
    scope: 'read',
    touches: [],
    query: z.object({
      decisionIds: z
        .string()
        .min(1)
        .transform((joined) => [...new Set(joined.split(',').map((one) => one.trim()))].filter((one) => one !== ''))
        .refine(
          (ids) => ids.length > 0 && ids.length <= limits.formsAtOnce,
          `Expected 1 to ${limits.formsAtOnce} ids.`,
        ),
    }),
    answer: z.array(design.decisionCopy),
    errors: [gone, 'thing.disabled'],
  }),
  /** All of them or none. Faults name each decision by its place: `decisions.2.name`. */
  saveMultiple: defineCall({
    ...of,
    method: 'POST',
    path: '/applications/0/appdecisions/save-multiple',
    summary: 'Makes copies of decisions with their designs.',
    touches,
    happensOnce: true,
    body: z.object({ decisions: z.array(design.newDecisionCopy).min(1).max(limits.formsAtOnce) }),
    answer: z.array(design.appDecision),
    errors: [gone, 'thing.disabled', 'thing.disabled', 'budget.exceeded', ...taken],
  }),
  editor: defineCall({
    ...of,
    method: 'GET',
    path: `${path}/editor`,
    summary: 'What the editor of a decision begins with.',
    params: one,
    answer: design.editorDetail,
    errors: [gone],
  }),
  /** Whatever can be read is saved: what keeps it from being deployed is told. */
  saveDesign: defineCall({
    ...of,
    method: 'POST',
    path: `${path}/saveDecisionDesign`,
    summary: 'Saves the design of a decision as its next version.',
    touches,
    happensOnce: true,
    params: one,
    body: design.decisionDesignSave,
    bodyLimit: limits.designBody,
    answer: design.savedDecisionDesign,
    errors: [gone, 'thing.disabled', 'app-decision.file-invalid', ...unsaved, ...taken],
  }),
  history: defineCall({
    ...of,
    method: 'GET',
    path: '/applications/{appId}/appdecisions/decision-history/{decisionId}',
    summary: 'The versions of a decision, the newest first.',
    params: one,
    answer: formHistory,
    errors: [gone],
  }),
  version: defineCall({
    ...of,
    method: 'GET',
    path: '/applications/{appId}/appdecisions/decision-history/{decisionId}/{version}',
    summary: 'The design of one version of a decision.',
    params: ofVersion,
    answer: z.object({ version: z.number().int(), xml: z.string() }),
    errors: [gone],
  }),
  restoreVersion: defineCall({
    ...of,
    method: 'POST',
    path: '/applications/{appId}/appdecisions/decision-history/{decisionId}/{version}/restore',
    summary: 'Saves the design of an earlier version of a decision as its next one.',
    touches,
    happensOnce: true,
    params: ofVersion,
    body: z.object({ version: z.number().int().min(1), token: z.uuid().optional() }),
    answer: design.savedDecisionDesign,
    errors: [gone, 'thing.disabled', 'app-decision.file-invalid', ...unsaved, ...taken],
  }),
  /** Sent as an attachment. */
  exportFile: defineCall({
    ...of,
    method: 'GET',
    path: `${path}/export`,
    summary: 'A decision as a DMN file.',
    params: one,
    answer: 'file',
    errors: [gone],
  }),
  ...lockCalls({ ...of, what: 'a decision', params: one, path, disabled: 'thing.disabled' }),
  autoSave: defineCall({
    ...of,
    method: 'PUT',
    path: `${path}/auto-saved-data`,
    summary: 'Keeps what the user has not saved yet of the design of a decision.',
    touches: [],
    params: one,
    body: design.decisionAutoSave,
    bodyLimit: limits.designBody,
    answer: autoSavedAt,
    errors: [gone, 'thing.disabled'],
  }),
})
