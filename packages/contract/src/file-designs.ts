import { z } from 'zod'
import { deploymentWarning } from './deployments.ts'
import { designFields, openedFields, saveFields } from './design-values.ts'
import { limits } from './limits.ts'
import { instant } from './values.ts'

/** The id of a process in BPMN, or of a decision in DMN: it begins with a letter. */
export const definitionKey = z
  .string()
  .trim()
  .max(limits.processKey)
  .regex(
    /^[\p{L}_][\p{L}\p{M}\p{N}._-]*$/u,
    'Expected letters, digits and . _ -, beginning with a letter, without spaces.',
  )

/** The fields that all designs with a file have. */
export const fileDesignFields = {
  ...designFields,
  application: z.object({ id: z.string(), name: z.string() }),
  key: z.string(),
}

/** A problem of a design, as its deployment would report it. Errors prevent the deployment. */
export const designProblem = deploymentWarning.omit({ fileName: true, needs: true }).extend({
  severity: z.enum(['error', 'warning']),
})

export type DesignProblem = z.output<typeof designProblem>

/** Fields with which an editor of files opens, in addition to the design. */
export const openedFileFields = {
  ...openedFields,
  /** A BPMN or DMN file. */
  xml: z.string(),
  /** Unsaved changes of the user, when they are newer than the design. */
  autoSaved: z.object({ xml: z.string(), version: z.number().int(), savedAt: instant }).nullable(),
}

const designXml = z.string().min(1).max(limits.processDesign)

export const fileDesignSave = z.object({
  ...saveFields,
  xml: designXml,
  /** The version on which the change is based; missing: the last one. */
  version: z.number().int().min(1).optional(),
})

export const savedFileDesign = z.object({
  version: z.number().int(),
  savedAt: instant,
  problems: z.array(designProblem),
})

export const fileAutoSave = z.object({ xml: designXml, version: z.number().int().min(1) })

/** Names of a copy, before it is created. */
export const fileCopy = z.object({
  sourceId: z.string(),
  applicationId: z.string(),
  name: z.string(),
  key: z.string(),
})

export const copiedFrom = { sourceId: z.string().max(64), applicationId: z.string().max(64) }
