import { z } from 'zod'
import {
  copiedFrom,
  definitionKey,
  type fileCopy,
  fileDesignFields,
  openedFileFields,
  type savedFileDesign,
} from './file-designs.ts'
import { text } from './patterns.ts'

export const newDecision = z.object({ name: text('name'), key: definitionKey })

export const appDecision = z.object({
  ...fileDesignFields,
  /** The keys of all decisions in the file. */
  decisionKeys: z.array(z.string()),
})

export type AppDecision = z.output<typeof appDecision>

/** The data that the editor of a decision needs when it opens. */
export const editorDetail = z.object({ ...openedFileFields, decision: appDecision })

export type EditorDetail = z.output<typeof editorDetail>

export type SavedDecisionDesign = z.output<typeof savedFileDesign>

export type DecisionCopy = z.output<typeof fileCopy>

export const newDecisionCopy = newDecision.extend(copiedFrom)
