import { type ImportPlan, importKeys } from '@millrace/contract'
import type { Request } from '../../platform/auth/request.ts'
import { Refusal, refuse } from '../../platform/errors/refusal.ts'
import { listFormNames } from '../../runtime/imports/list-lines.ts'
import { findNamedForm } from '../../runtime/imports/name-form.ts'
import type { DecisionImport, FormImport, ImportFile, ProcessImport } from '../../runtime/imports/read-import.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { changeDecisionFile, type ReadDecisionFile, readDecisionFile } from '../app-decisions/design-file.ts'
import { findFreeKeysInside } from '../app-decisions/free-keys-inside.ts'
import { changeDesignFile, type ReadDesignFile, readDesignFile } from '../app-processes/design-file.ts'
import type { ReadImportFiles } from './read-import-files.ts'

/** A part that the user chose, with its new key. */
interface Chosen {
  readonly path: string
  readonly action: 'add' | 'replace'
  readonly key: string
}

export type PreparedPart =
  | (Chosen & { readonly kind: 'process'; readonly design: ReadDesignFile })
  | (Chosen & { readonly kind: 'form'; readonly file: FormImport })
  | (Chosen & { readonly kind: 'decision'; readonly design: ReadDecisionFile })

type PartFile = ProcessImport | FormImport | DecisionImport

/**
 * Prepares the chosen parts of files, in the order of the choices, with their new keys, by which processes reference
 * the other parts. Refuses files that cannot become a part of an application.
 */
export async function prepareParts(
  { runtime }: { readonly runtime: Runtime },
  request: Request,
  { files }: ReadImportFiles,
  { choices }: ImportPlan,
): Promise<PreparedPart[] | Refusal> {
  const chosen: (Chosen & { file: PartFile })[] = []
  for (const [index, { path, action, key }] of choices.entries()) {
    const file = files.find((one) => one.path === path)
    const own = file === undefined ? null : keyOf(file)
    if (file === undefined || file.kind === 'other' || own === null) return refuseChoice(index, path)
    const asked = key === undefined ? null : importKeys[file.kind].safeParse(key)
    if (asked?.success === false) return refuseKey(index, asked.error.issues[0]?.message ?? '')
    chosen.push({ path, action, key: key ?? own, file })
  }
  const forms = chosen.flatMap((one) => (one.file.kind === 'form' ? [{ ...one.file, newKey: one.key }] : []))
  const calledKeys = renamed(chosen, 'process')
  const decisionKeys = await renameDecisions(runtime, request, chosen)
  const parts: PreparedPart[] = []
  for (const { file, ...one } of chosen) {
    if (file.kind === 'form') {
      parts.push({ ...one, kind: 'form', file })
      continue
    }
    if (file.kind === 'decision') {
      const keys = decisionKeys.filter(([before]) => file.decision?.keys.includes(before))
      const text = keys.length === 0 ? file.xml : await changeDecisionFile(runtime, request, { xml: file.xml, keys })
      const design = await readDecisionFile(runtime, request, { text, key: one.key })
      if (design instanceof Refusal) return design
      parts.push({ ...one, kind: 'decision', design })
      continue
    }
    const formKeys = file.models
      .flatMap(listFormNames)
      .map(({ name }) => [name, findNamedForm(name, forms)?.newKey ?? name] as const)
      .filter(isOther)
    const process = { key: file.process?.key ?? '', details: one.key === file.process?.key ? {} : { key: one.key } }
    const text = await changeDesignFile(runtime, request, {
      xml: file.xml,
      process,
      formKeys,
      calledKeys,
      decisionKeys,
    })
    const design = await readDesignFile(runtime, request, { text, key: one.key })
    if (design instanceof Refusal) return design
    parts.push({ ...one, kind: 'process', design })
  }
  return parts
}

/** Returns the key that a file contains; null if the file cannot be a part of an application. */
export function keyOf(file: ImportFile): string | null {
  switch (file.kind) {
    case 'process':
      return file.process?.key ?? null
    case 'form':
      return file.key
    case 'decision':
      return file.decision?.key ?? null
    case 'other':
      return null
  }
}

type Renaming = readonly [string, string]

function renamed(chosen: readonly (Chosen & { file: PartFile })[], kind: PartFile['kind']): Renaming[] {
  return chosen
    .filter(({ file }) => file.kind === kind)
    .map(({ file, key }) => [keyOf(file) ?? '', key] as const)
    .filter(isOther)
}

/** A decision that is called otherwise has others in its file, which must not be those of another file either. */
async function renameDecisions(
  { db }: Pick<Runtime, 'db'>,
  request: Request,
  chosen: readonly (Chosen & { file: PartFile })[],
): Promise<Renaming[]> {
  const own = renamed(chosen, 'decision')
  if (own.length === 0) return []
  const files = chosen.flatMap(({ file }) => {
    const decision = file.kind === 'decision' ? file.decision : null
    if (decision === null || !own.some(([before]) => before === decision.key)) return []
    return [{ decision_key: decision.key, decision_keys: [...decision.keys] }]
  })
  const inside = await db.read(request, (tx) => findFreeKeysInside(tx, request.workplaceId, files))
  return [...own, ...inside.flat().filter(isOther)]
}

const isOther = ([before, after]: Renaming) => before !== after

function refuseChoice(index: number, path: string): Refusal {
  const message = `Expected a process, form or decision that can be imported, but “${path}” is none of them. Do not import it.`
  return refuse('import.file-invalid', message, [{ where: `plan.choices.${index}.path`, message }])
}

function refuseKey(index: number, message: string): Refusal {
  return refuse('request.invalid', message, [{ where: `plan.choices.${index}.key`, message }])
}
