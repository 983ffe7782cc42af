import { z } from 'zod'
import { definitionKey, designProblem } from './app-process-designs.ts'
import { disabled } from './disabling.ts'
import { editLock } from './form-designs.ts'
import { limits } from './limits.ts'
import { text } from './patterns.ts'
import { instant, person } from './values.ts'

export const newDecision = z.object({ name: text('name'), key: definitionKey })

export const appDecision = z.object({
  id: z.string(),
  application: z.object({ id: z.string(), name: z.string() }),
  name: z.string(),
  key: z.string(),
  /** Of all decisions in its file. */
  decisionKeys: z.array(z.string()),
  /** Counts changes of name and key; to be sent with the next one. */
  revision: z.number().int(),
  /** Of the design. */
  version: z.number().int(),
  disabled: disabled.nullable(),
  /** Who is at its design; null when nobody is. */
  editor: editLock.omit({ token: true }).nullable(),
  createdAt: instant,
  createdBy: person.nullable(),
  updatedAt: instant,
  updatedBy: person.nullable(),
})

export type AppDecision = z.output<typeof appDecision>

/** What the editor begins with. */
export const editorDetail = z.object({
  decision: appDecision,
  /** A DMN file. */
  xml: z.string(),
  baseHelpUrl: z.string(),
  /** Seconds without a request after which the session ends. */
  timeout: z.number().int(),
  /** What the user had not saved yet, when it is newer than the design. */
  autoSaved: z.object({ xml: z.string(), version: z.number().int(), savedAt: instant }).nullable(),
})

export type EditorDetail = z.output<typeof editorDetail>

const designXml = z.string().min(1).max(limits.processDesign)

export const decisionDesignSave = z.object({
  xml: designXml,
  /** The version that it was begun with. Left out: the one that there is. */
  version: z.number().int().min(1).optional(),
  /** Of the lock, where the designer has one. */
  token: z.uuid().optional(),
  note: text('description', limits.description).optional(),
})

export const savedDecisionDesign = z.object({
  version: z.number().int(),
  savedAt: instant,
  problems: z.array(designProblem),
})

export type SavedDecisionDesign = z.output<typeof savedDecisionDesign>

export const decisionAutoSave = z.object({ xml: designXml, version: z.number().int().min(1) })

export const decisionCopy = z.object({
  sourceId: z.string(),
  applicationId: z.string(),
  name: z.string(),
  key: z.string(),
})

export type DecisionCopy = z.output<typeof decisionCopy>

export const newDecisionCopy = newDecision.pick({ name: true, key: true }).extend({
  sourceId: z.string().max(64),
  applicationId: z.string().max(64),
})
