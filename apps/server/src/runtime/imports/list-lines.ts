import { listJavaNames, type ProcessModel } from '@millrace/bpmn'
import type { ImportLine } from '@millrace/contract'
import { importLimits } from '@millrace/contract/outside-limits'
import type { FileProblem } from '../deploy/read-files.ts'
import { type FormNaming, findNamedForm } from './name-form.ts'
import type { DecisionImport, FormImport, ImportFile, OtherImport, ProcessImport } from './read-import.ts'

/** Facts about the workplace that the lines of an import report need. */
export interface LineContext {
  /** Names in the models that do not exist here, as deployments report them. */
  readonly needs: readonly FileProblem[]
  readonly forms: readonly FormNaming[]
  /** Keys of processes of the application, and of the import. */
  readonly processKeys: ReadonlySet<string>
}

/** Lists what an import does with a file, line by line: each executable element has at least one line. */
export function listLines(file: ImportFile, context: LineContext): ImportLine[] {
  const lines = listAll(file, context)
  return lines.length <= importLimits.lines ? lines : lines.slice(0, importLimits.lines)
}

function listAll(file: ImportFile, context: LineContext): ImportLine[] {
  switch (file.kind) {
    case 'process':
      return listOfProcess(file, context)
    case 'form':
      return listOfForm(file)
    case 'decision':
      return listOfDecision(file)
    case 'other':
      return [listOfOther(file)]
  }
}

function line(
  result: ImportLine['result'],
  code: string | null,
  message: string | null,
  more: Partial<ImportLine> = {},
): ImportLine {
  return { elementId: null, elementType: null, elementName: null, result, code, message, needs: null, ...more }
}

/** In the order of the file: what is about the file first. */
function listOfProcess(file: ProcessImport, context: LineContext): ImportLine[] {
  const elements = file.words?.elements ?? []
  const placed = [
    ...listProblems(file),
    ...listNeeded(file, context),
    ...file.models.flatMap((model) => listKnown(model, context)),
  ]
  for (const { id, words } of elements)
    for (const { written, meaning } of words) {
      if (meaning === null)
        placed.push(
          line(
            'decide',
            'import.word-unread',
            `“${written}” is not supported and is ignored. Check whether your process needs it.`,
            { elementId: id },
          ),
        )
      else if (meaning !== written.slice(written.indexOf(':') + 1))
        placed.push(line('mapped', 'import.word-mapped', `“${written}” is “${meaning}” here.`, { elementId: id }))
    }
  const known = new Set(elements.map(({ id }) => id))
  return [
    ...placed.filter(({ elementId }) => elementId === null || !known.has(elementId)),
    ...elements.flatMap(({ id, type, name }) => {
      const said = placed.filter(({ elementId }) => elementId === id)
      const all = said.length === 0 ? [line('runs', null, null)] : said
      return all.map((one): ImportLine => ({ ...one, elementId: id, elementType: type, elementName: name }))
    }),
  ]
}

/** Lists the problems that a deployment would report; those about Java are replaced by the needed bindings. */
function listProblems({ problems, models }: ProcessImport): ImportLine[] {
  const java = new Set(models.flatMap(listJavaNames).map(({ elementId }) => elementId))
  return problems
    .filter(({ code, elementId }) => code !== 'bpmn.needs-binding' || !java.has(elementId ?? ''))
    .map(({ severity, code, message, elementId }) =>
      line(severity === 'error' ? 'fault' : 'decide', code, message, { elementId }),
    )
}

function listNeeded({ path }: ProcessImport, { needs, forms, processKeys }: LineContext): ImportLine[] {
  return needs
    .filter(({ file }) => file === path)
    .filter(({ needs: missing }) => {
      if (missing?.kind === 'form') return findNamedForm(missing.name, forms) === null
      return missing?.kind !== 'process' || !processKeys.has(missing.name)
    })
    .map(({ code, message, elementId, needs: missing }) =>
      line('decide', code, message, { elementId, needs: missing ?? null }),
    )
}

/** Lists the names in a model that exist here under another name or by a binding. */
function listKnown(model: ProcessModel, { needs, forms }: LineContext): ImportLine[] {
  const isMissing = (name: string) =>
    needs.some(({ needs: missing }) => missing?.kind === 'binding' && missing.name === name)
  const bound = listJavaNames(model)
    .filter(({ name }) => !isMissing(name))
    .map(({ elementId, name }) =>
      line('mapped', 'import.binding', `“${name}” runs its binding.`, {
        elementId,
        needs: { kind: 'binding', name },
      }),
    )
  const named = listFormNames(model).flatMap(({ elementId, name }) => {
    const form = findNamedForm(name, forms)
    if (form === null || form.key === name) return []
    return [line('mapped', 'import.form-key', `The form “${name}” is “${form.key}” here.`, { elementId })]
  })
  return [...bound, ...named]
}

/** Lists the forms that a model names directly, with the elements that name them. */
export function listFormNames(model: ProcessModel): { readonly elementId: string; readonly name: string }[] {
  return Object.values(model.elements).flatMap((element) => {
    const form = element.type === 'userTask' || element.type === 'startEvent' ? element.form : null
    const names = [form?.key, form?.ref?.key].flatMap((text) => (text?.language === 'literal' ? [text.text] : []))
    return names.map((name) => ({ elementId: element.id, name }))
  })
}

function listOfForm({ format, mapped, notes }: FormImport): ImportLine[] {
  const noteLines = notes.map(({ at, kind, message }) =>
    line(kind === 'changed' ? 'mapped' : 'decide', 'import.form-part', message, { elementId: at }),
  )
  const rest =
    format === 'Millrace'
      ? line('runs', null, null)
      : line('mapped', null, `Form parts that were converted: ${mapped}.`)
  return [rest, ...noteLines]
}

function listOfDecision({ problems }: DecisionImport): ImportLine[] {
  if (problems.length === 0) return [line('runs', null, null)]
  return problems.map(({ severity, code, message, elementId }) =>
    line(severity === 'error' ? 'fault' : 'decide', code, message, { elementId }),
  )
}

function listOfOther({ code, message, isNeeded }: OtherImport): ImportLine {
  return line(isNeeded ? 'decide' : 'runs', code, message)
}
