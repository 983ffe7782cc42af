import { nameElement, type ProcessModel } from '@millrace/bpmn'
import { fileOfForm, findFormSource } from '../forms/form-source.ts'
import { readFormFault } from '../forms/load-form.ts'
import type { Runtime } from '../runtime.ts'
import { readTime } from '../threads/time-budget.ts'
import type { FileProblem } from './read-files.ts'

interface NamedForm {
  /** The file with the model. */
  readonly file: string
  readonly elementId: string
  /** The element as messages name it. */
  readonly element: string
  /** The file with the form. */
  readonly formFile: string
}

/**
 * Lists the forms that models of a deployment name and that cannot be read. These are warnings, because an instance
 * shows its process data in place of the form.
 *
 * @param readText reads a file of the deployment by its name; null for a file that is not checked.
 */
export async function listBrokenForms(
  runtime: Runtime,
  workplaceId: string,
  processes: readonly { readonly resourceName: string; readonly model: ProcessModel }[],
  readText: (name: string) => Promise<string | null>,
): Promise<FileProblem[]> {
  const named = processes.flatMap(listNamedForms)
  const faults = new Map<string, string>()
  const time = readTime(runtime)
  for (const fileName of new Set(named.map(({ formFile }) => formFile))) {
    const text = await readText(fileName)
    const fault = text === null ? null : await readFormFault(runtime, workplaceId, { text, fileName, time })
    if (fault !== null) faults.set(fileName, fault)
  }
  return named.flatMap(({ file, elementId, element, formFile }) => {
    const fault = faults.get(formFile)
    if (fault === undefined) return []
    const message = `The form “${formFile}” of ${element} cannot be read. ${fault} Until it is fixed and deployed again, the process data is shown instead.`
    return [{ code: 'deployment.form-invalid', severity: 'warning' as const, elementId, file, message }]
  })
}

/** Lists the files with the forms that models name, each once. */
export function listFormFiles(
  processes: readonly { readonly resourceName: string; readonly model: ProcessModel }[],
): string[] {
  return [...new Set(processes.flatMap(listNamedForms).map(({ formFile }) => formFile))]
}

/** Lists the forms in files that start events and user tasks name by literal keys. */
function listNamedForms({
  resourceName: file,
  model,
}: {
  readonly resourceName: string
  readonly model: ProcessModel
}): NamedForm[] {
  return Object.values(model.elements).flatMap((element) => {
    const form = element.type === 'userTask' || element.type === 'startEvent' ? element.form : null
    if (form === null || (form.key !== null && form.key.language !== 'literal')) return []
    const source = findFormSource({ id: element.id, model, form, formKey: form.key?.text ?? null })
    const formFile =
      source.kind === 'document' ? source.fileName : source.kind === 'unknown' ? fileOfForm(source.key) : null
    return formFile === null ? [] : [{ file, elementId: element.id, element: nameElement(element), formFile }]
  })
}
