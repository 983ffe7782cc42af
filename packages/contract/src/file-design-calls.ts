import { z } from 'zod'
import { type Call, defineCall } from './call.ts'
import { type Designed, designRecordCalls, lockCalls } from './design-calls.ts'
import { autoSavedAt, formHistory, versionRestoring } from './design-values.ts'
import type { ErrorCode } from './errors.ts'
import { fileAutoSave, fileDesignSave, savedFileDesign } from './file-designs.ts'
import { limits } from './limits.ts'

/** Limits for an imported BPMN or DMN file. */
export const designFileLimits = { files: 1, fileSize: limits.processDesign } as const

interface DesignedFile<
  Params extends z.ZodType,
  OfVersion extends z.ZodType,
  Fields extends z.ZodType,
  Edited extends z.ZodType,
  Item extends z.ZodType,
  Imported extends z.ZodType,
> extends Designed<Params> {
  readonly format: 'BPMN' | 'DMN'
  /** The path parameters of a call about one version, including `version`. */
  readonly ofVersion: OfVersion
  /** The calls whose answers a change makes out of date. */
  readonly touches: readonly string[]
  /** Paths of the designs of an application, of saving a text, and of versions. */
  readonly listPath: Call['path']
  readonly savePath: Call['path']
  readonly historyPath: Call['path']
  /** The fields that users enter. */
  readonly fields: Fields
  /** The fields with the revision that the user has seen. */
  readonly edited: Edited
  /** The summary of the call that saves them. */
  readonly saves: string
  readonly item: Item
  readonly imported: Imported
  /** The invalid of a file that cannot become a design. */
  readonly invalid: ErrorCode
}

const gone = 'thing.not-found'
const taken = ['thing.name-taken', 'thing.key-taken'] as const
const unsaved = ['design.changed', 'design.locked', 'budget.exceeded'] as const

/** Creates the calls of designs that are files, except those for their list, copies and designer. */
export function fileDesignCalls<
  Params extends z.ZodType,
  OfVersion extends z.ZodType,
  Fields extends z.ZodType,
  Edited extends z.ZodType,
  Item extends z.ZodType,
  Imported extends z.ZodType,
>({
  tag,
  audience,
  what,
  format,
  params,
  ofVersion,
  touches,
  path,
  listPath,
  savePath,
  historyPath,
  fields,
  edited,
  saves,
  item,
  imported,
  invalid,
}: DesignedFile<Params, OfVersion, Fields, Edited, Item, Imported>) {
  const of = { tag, audience }
  const change = { ...of, touches, happensOnce: true } as const
  const ofApplication = z.object({ appId: z.string().max(64) })
  return {
    create: defineCall({
      ...change,
      method: 'POST',
      path: listPath,
      summary: `Creates ${what}.`,
      params: ofApplication,
      body: fields,
      answer: item,
      errors: [gone, 'thing.disabled', 'budget.exceeded', ...taken],
    }),
    /**
     * Imports a design. Body: a part `name` if the name of the file is not used, then one part `file`. Errors that
     * prevent a deployment do not prevent the import.
     */
    importFile: defineCall({
      ...change,
      method: 'POST',
      path: `${listPath}/import`,
      summary: `Creates ${what} from a ${format} file.`,
      params: ofApplication,
      body: 'multipart',
      parts: designFileLimits,
      bodyLimit: limits.processDesign + limits.jsonBody,
      answer: imported,
      errors: [gone, 'thing.disabled', invalid, 'request.too-large', 'budget.exceeded', ...taken],
    }),
    /** Fields that are also part of the text, such as the key, are written into the text as a new version. */
    save: defineCall({
      ...change,
      method: 'PUT',
      path,
      summary: saves,
      params,
      body: edited,
      answer: item,
      errors: [gone, 'thing.disabled', 'thing.changed', ...unsaved, ...taken],
    }),
    ...designRecordCalls({ ...of, what, params, path, touches, item }),
    /** Saves any readable design. Problems that prevent a deployment are reported. */
    saveDesign: defineCall({
      ...change,
      method: 'POST',
      path: savePath,
      summary: `Saves the design of ${what} as its next version.`,
      params,
      body: fileDesignSave,
      bodyLimit: limits.designBody,
      answer: savedFileDesign,
      errors: [gone, 'thing.disabled', invalid, ...unsaved, ...taken],
    }),
    history: defineCall({
      ...of,
      method: 'GET',
      path: historyPath,
      summary: `Lists the versions of ${what}, newest first.`,
      params,
      answer: formHistory,
      errors: [gone],
    }),
    version: defineCall({
      ...of,
      method: 'GET',
      path: `${historyPath}/{version}`,
      summary: `The design of one version of ${what}.`,
      params: ofVersion,
      answer: z.object({ version: z.number().int(), xml: z.string() }),
      errors: [gone],
    }),
    restoreVersion: defineCall({
      ...change,
      method: 'POST',
      path: `${historyPath}/{version}/restore`,
      summary: `Saves the design of an earlier version of ${what} as its next one.`,
      params: ofVersion,
      body: versionRestoring,
      answer: savedFileDesign,
      errors: [gone, 'thing.disabled', invalid, ...unsaved, ...taken],
    }),
    /** Returns the file of a design as an attachment. */
    exportFile: defineCall({
      ...of,
      method: 'GET',
      path: `${path}/export`,
      summary: `${what.charAt(0).toUpperCase()}${what.slice(1)} as a ${format} file.`,
      params,
      answer: 'file',
      errors: [gone],
    }),
    ...lockCalls({ ...of, what, params, path }),
    autoSave: defineCall({
      ...of,
      method: 'PUT',
      path: `${path}/auto-saved-data`,
      summary: `Saves a recovery copy of the design of ${what}.`,
      touches: [],
      params,
      body: fileAutoSave,
      bodyLimit: limits.designBody,
      answer: autoSavedAt,
      errors: [gone, 'thing.disabled'],
    }),
  }
}
