import type { z } from 'zod'
import { type Call, defineCall } from './call.ts'
import { type Designed, designRecordCalls, lockCalls } from './design-calls.ts'
import { autoSavedAt, formHistory, versionRestoring } from './design-values.ts'
import * as design from './form-designs.ts'
import { limits } from './limits.ts'

interface DesignedForm<Params extends z.ZodType, OfVersion extends z.ZodType> extends Designed<Params> {
  /** The path parameters of a call about one version, including `version`. */
  readonly ofVersion: OfVersion
  /** The calls whose answers a saved design makes out of date. */
  readonly touches: readonly string[]
  /** Paths of what saves its design, and of its versions. */
  readonly savePath: Call['path']
  readonly historyPath: Call['path']
}

/** Creates the calls for designs of forms and templates. */
export function formDesignCalls<Params extends z.ZodType, OfVersion extends z.ZodType>({
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
      summary: `Returns the data that the designer of ${what} needs.`,
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
      summary: `Lists the versions of ${what}, newest first.`,
      answer: formHistory,
      errors: [gone],
    }),
    compare: defineCall({
      ...one,
      method: 'GET',
      path: `${historyPath}/compare`,
      summary: `Compares two versions of ${what}.`,
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
      body: versionRestoring,
      answer: design.savedDesign,
      errors: [gone, 'thing.disabled', 'design.invalid', 'design.changed', 'design.locked', 'budget.exceeded'],
    }),
    ...designRecordCalls({ tag, audience, what, params, path, touches, item: design.applicationForm }),
    ...lockCalls({ tag, audience, what, params, path }),
    autoSave: defineCall({
      ...one,
      method: 'PUT',
      path: `${path}/auto-saved-data`,
      summary: `Saves a recovery copy of the design of ${what}.`,
      touches: [],
      body: design.autoSaveBody,
      bodyLimit: limits.designBody,
      answer: autoSavedAt,
      errors: [gone, 'thing.disabled', 'request.too-large'],
    }),
  }
}
