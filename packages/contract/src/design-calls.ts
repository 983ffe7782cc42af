import { z } from 'zod'
import { type Call, defineCall } from './call.ts'
import * as design from './form-designs.ts'
import { limits } from './limits.ts'

/** What is designed, and where its calls stand. */
interface Designed<Params extends z.ZodType> extends Pick<Call, 'tag' | 'audience'> {
  /** In summaries: `a form`. */
  readonly what: string
  readonly params: Params
  /** Path of the thing. */
  readonly path: Call['path']
}

interface DesignedForm<Params extends z.ZodType, OfVersion extends z.ZodType> extends Designed<Params> {
  /** Those of one of its versions: `version` among them. */
  readonly ofVersion: OfVersion
  /** What a saved design makes out of date. */
  readonly touches: readonly string[]
  /** Paths of what saves its design, and of its versions. */
  readonly savePath: Call['path']
  readonly historyPath: Call['path']
}

/** What the last one at the design of a thing is told by, and what he has not saved: alike for all that is designed. */
export function lockCalls<Params extends z.ZodType>({
  tag,
  audience,
  what,
  params,
  path,
  disabled,
}: Designed<Params> & { readonly disabled: 'thing.disabled' | 'thing.disabled' | 'thing.disabled' }) {
  const gone = 'thing.not-found'
  const one = { tag, audience, params }
  return {
    lock: defineCall({
      ...one,
      method: 'POST',
      path: `${path}/edit-lock`,
      isQuiet: true,
      summary: `Says that the user is at the design of ${what}, or who else is.`,
      touches: [],
      body: design.lockRequest,
      answer: design.editLock,
      errors: [gone, disabled],
    }),
    unlock: defineCall({
      ...one,
      method: 'DELETE',
      path: `${path}/edit-lock`,
      isQuiet: true,
      summary: `Says that the user is no longer at the design of ${what}.`,
      touches: [],
      query: z.object({ token: z.uuid() }),
      answer: 'empty',
      errors: [gone],
    }),
    discardAutoSaved: defineCall({
      ...one,
      method: 'DELETE',
      path: `${path}/auto-saved-data`,
      summary: `Throws away what the user has not saved of the design of ${what}.`,
      touches: ['formDesigner.autoSaved'],
      answer: 'empty',
      errors: [gone],
    }),
  }
}

/** The calls of a design: alike for forms and for templates. */
export function designCalls<Params extends z.ZodType, OfVersion extends z.ZodType>({
  tag,
  audience,
  what,
  params,
  ofVersion,
  touches,
  path,
  savePath,
  historyPath,
}: DesignedForm<Params, OfVersion>) {
  const gone = 'thing.not-found'
  const one = { tag, audience, params }
  return {
    designer: defineCall({
      ...one,
      method: 'GET',
      path: `${path}/form-designer`,
      summary: `What the designer of ${what} begins with.`,
      answer: design.designerDetail,
      errors: [gone],
    }),
    saveDesign: defineCall({
      ...one,
      method: 'POST',
      path: savePath,
      summary: `Saves the design of ${what} as its next version.`,
      touches,
      happensOnce: true,
      body: design.designSave,
      bodyLimit: limits.designBody,
      answer: design.savedDesign,
      errors: [gone, 'thing.disabled', 'design.invalid', 'design.changed', 'design.locked', 'budget.exceeded'],
    }),
    history: defineCall({
      ...one,
      method: 'GET',
      path: historyPath,
      summary: `The versions of ${what}, the newest first.`,
      answer: design.formHistory,
      errors: [gone],
    }),
    compare: defineCall({
      ...one,
      method: 'GET',
      path: `${historyPath}/compare`,
      summary: `What is different in two versions of ${what}.`,
      query: design.comparedVersions,
      answer: design.designComparison,
      errors: [gone, 'budget.exceeded'],
    }),
    restoreVersion: defineCall({
      ...one,
      method: 'POST',
      path: `${historyPath}/{version}/restore`,
      summary: `Saves the design of an earlier version of ${what} as its next one.`,
      touches,
      happensOnce: true,
      params: ofVersion,
      body: z.object({ version: z.number().int().min(1), token: z.uuid().optional() }),
      answer: design.savedDesign,
      errors: [gone, 'thing.disabled', 'design.invalid', 'design.changed', 'design.locked', 'budget.exceeded'],
    }),
    ...lockCalls({ tag, audience, what, params, path, disabled: 'thing.disabled' }),
    autoSave: defineCall({
      ...one,
      method: 'PUT',
      path: `${path}/auto-saved-data`,
      summary: `Keeps what the user has not saved yet of the design of ${what}.`,
      touches: [],
      body: design.autoSaveBody,
      bodyLimit: limits.designBody,
      answer: design.autoSavedAt,
      errors: [gone, 'thing.disabled', 'request.too-large'],
    }),
  }
}
