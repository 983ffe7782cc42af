import { z } from 'zod'
import * as design from './app-decision-designs.ts'
import { defineCall, defineCalls } from './call.ts'
import { copyCalls } from './design-calls.ts'
import { joinedIds } from './design-values.ts'
import { fileDesignCalls } from './file-design-calls.ts'
import { fileCopy, savedFileDesign } from './file-designs.ts'
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
const one = z.object({ appId: id, decisionId: id })
const of = { tag: 'Decisions of applications', audience: ['RoleDesign'] } as const
const all = '/applications/0/appdecisions'
const path = '/applications/{appId}/appdecisions/{decisionId}'
const change = { touches: ['appDecisions', 'applications'], item: design.appDecision } as const

/** Calls for decisions of applications and their designs. Lists across applications use the application 0. */
export const appDecisionCalls = defineCalls('appDecisions', {
  ...listCalls(appDecisionList, {
    path: all,
    summary: 'Lists the decisions of all applications.',
    ...of,
    row: appDecisionRow,
  }),
  /**
   * A new one has a decision table of one input and one output. The key of a file is that of the decision that no other
   * requires.
   */
  ...fileDesignCalls({
    ...of,
    ...change,
    what: 'a decision',
    format: 'DMN',
    params: one,
    ofVersion: one.extend({ version: z.coerce.number<string>().int() }),
    path,
    listPath: '/applications/{appId}/appdecisions',
    savePath: `${path}/saveDecisionDesign`,
    historyPath: '/applications/{appId}/appdecisions/decision-history/{decisionId}',
    fields: design.newDecision,
    edited: design.newDecision.extend({ revision: z.number().int().optional() }),
    saves: 'Changes what a decision is called.',
    imported: z.object({ decision: design.appDecision, problems: savedFileDesign.shape.problems }),
    invalid: 'app-decision.file-invalid',
  }),
  ...copyCalls({
    ...of,
    ...change,
    many: 'decisions',
    path: all,
    ids: z.object({ decisionIds: joinedIds }),
    proposed: fileCopy,
    copies: z.object({ decisions: z.array(design.newDecisionCopy).min(1).max(limits.formsAtOnce) }),
    errors: ['budget.exceeded'],
  }),
  editor: defineCall({
    ...of,
    method: 'GET',
    path: `${path}/editor`,
    summary: 'Returns the data that the editor of a decision needs.',
    params: one,
    answer: design.editorDetail,
    errors: ['thing.not-found'],
  }),
})
