import { type ImportPlan, importKeys } from '@millrace/contract'
import type { User } from '../../platform/auth/user.ts'
import { Refusal, refuse } from '../../platform/errors/refusal.ts'
import { listFormNames } from '../../runtime/imports/list-lines.ts'
import { findNamedForm } from '../../runtime/imports/name-form.ts'
import type { FormImport, ProcessImport } from '../../runtime/imports/read-import.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { changeDesignFile, type ReadDesignFile, readDesignFile } from '../app-processes/design-file.ts'
import type { ReadImportFiles } from './read-import-files.ts'

/** What was chosen, with the key that it gets. */
interface Chosen {
  readonly path: string
  readonly action: 'add' | 'replace'
  readonly key: string
}

export type PreparedPart =
  | (Chosen & { readonly kind: 'process'; readonly design: ReadDesignFile })
  | (Chosen & { readonly kind: 'form'; readonly file: FormImport })

/**
 * What was chosen of the files, in the order of the choices, by the keys that they get: processes name what comes with them
 * by those. Refused where a file cannot become a part of an application.
 */
export async function prepareParts(
  { runtime }: { readonly runtime: Runtime },
  user: User,
  { files }: ReadImportFiles,
  { choices }: ImportPlan,
): Promise<PreparedPart[] | Refusal> {
  const chosen: (Chosen & { file: ProcessImport | FormImport })[] = []
  for (const [index, { path, action, key }] of choices.entries()) {
    const file = files.find((one) => one.path === path)
    const own = file?.kind === 'form' ? file.key : file?.kind === 'process' ? file.process?.key : undefined
    if (file === undefined || own === undefined || (file.kind !== 'form' && file.kind !== 'process'))
      return refuseChoice(index, path)
    const asked = key === undefined ? null : importKeys[file.kind].safeParse(key)
    if (asked?.success === false) return refuseKey(index, asked.error.issues[0]?.message ?? '')
    chosen.push({ path, action, key: key ?? own, file })
  }
  const processes = chosen.flatMap((one) => (one.file.kind === 'process' ? [{ ...one, file: one.file }] : []))
  const forms = chosen.flatMap((one) =>
    one.file.kind === 'form' ? [{ ...one.file, theirKey: one.file.key, newKey: one.key }] : [],
  )
  const calledKeys = processes.map(({ file, key }) => [file.process?.key ?? '', key] as const).filter(isOther)
  const parts: PreparedPart[] = []
  for (const { file, ...one } of chosen) {
    if (file.kind === 'form') {
      parts.push({ ...one, kind: 'form', file })
      continue
    }
    const formKeys = file.models
      .flatMap(listFormNames)
      .map(({ name }) => [name, findNamedForm(name, forms)?.newKey ?? name] as const)
      .filter(isOther)
    const process = { key: file.process?.key ?? '', details: one.key === file.process?.key ? {} : { key: one.key } }
    const xml = await changeDesignFile(runtime, user, { xml: file.xml, process, formKeys, calledKeys })
    const design = await readDesignFile(runtime, user, { xml, key: one.key })
    if (design instanceof Refusal) return design
    parts.push({ ...one, kind: 'process', design })
  }
  return parts
}

const isOther = ([before, after]: readonly [string, string]) => before !== after

function refuseChoice(index: number, path: string): Refusal {
  const message = `Expected a process or a form that can be taken over, but “${path}” is none. Leave it out.`
  return refuse('import.file-invalid', message, [{ where: `plan.choices.${index}.path`, message }])
}

function refuseKey(index: number, message: string): Refusal {
  return refuse('request.invalid', message, [{ where: `plan.choices.${index}.key`, message }])
}
