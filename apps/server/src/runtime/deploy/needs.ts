import {
  type Form,
  listJavaNames,
  listNamedPeople,
  type NamedPerson,
  nameElement,
  nameElementById,
  type ProcessModel,
} from '@millrace/bpmn'
import type { Tx } from '../../platform/db/database.ts'
import { fileOfForm, findFormSource } from '../forms/form-source.ts'
import type { FileProblem, Need } from './read-files.ts'
import { listUnknownTargets } from './unknown-targets.ts'

/** The parts of a deployment whose references to other objects are checked. */
export interface DeployedParts {
  readonly tenantId: string | null
  readonly processes: readonly DeployedModel[]
  readonly decisions: readonly { readonly key: string }[]
  /** Names of all files. */
  readonly files: readonly string[]
}

interface DeployedModel {
  readonly resourceName: string
  readonly model: ProcessModel
}

/**
 * Lists references of a deployment that the workplace lacks: Java bindings, users, groups, forms, and called processes
 * and decisions. These are warnings, because the objects can be created later, and are needed when an instance reaches
 * the element.
 */
export async function listNeeds(tx: Tx, workplaceId: string, parts: DeployedParts): Promise<FileProblem[]> {
  const java = eachOf(parts, ({ model }) => listJavaNames(model))
  const people = eachOf(parts, ({ model }) => listNamedPeople(model))
  const [bound, users, groups] = await tx.batch([
    {
      name: 'needs_bindings',
      text: 'select name from java_binding where workplace_id = $1 and name = any($2::text[])',
      values: [workplaceId, java.map(({ name }) => name)],
    },
    {
      name: 'needs_users',
      text: 'select username from app_user where workplace_id = $1 and username = any($2::text[])',
      values: [workplaceId, keysOf(people, 'user')],
    },
    {
      name: 'needs_groups',
      text: `select key from user_group g where workplace_id = $1 and key = any($2::text[])
        and exists (select from group_membership m where m.workplace_id = g.workplace_id and m.group_id = g.id)`,
      values: [workplaceId, keysOf(people, 'group')],
    },
  ])
  const known = (rows: typeof bound) => new Set(rows?.map(([name]) => name))
  const [knownJava, knownUsers, knownGroups] = [known(bound), known(users), known(groups)]
  const isMissing = ({ kind, key }: NamedPerson) => !(kind === 'user' ? knownUsers : knownGroups).has(key)
  return [
    ...(await listUnknownTargets(tx, workplaceId, parts)),
    ...java.filter(({ name }) => !knownJava.has(name)).map(presentJava),
    ...people.filter(isMissing).map(presentPerson),
    ...parts.processes.flatMap((process) => listMissingForms(process, new Set(parts.files))),
  ]
}

/** Returns the warnings of a deployment without those of `listNeeds`, which checks the current state. */
export function withoutNeeds({
  processes,
  warnings,
}: {
  readonly processes: readonly DeployedModel[]
  readonly warnings: readonly FileProblem[]
}): FileProblem[] {
  const named = new Set(processes.flatMap(({ model }) => listJavaNames(model)).map(({ elementId }) => elementId))
  return warnings.filter(({ code, elementId }) => code !== 'bpmn.needs-binding' || !named.has(elementId ?? ''))
}

function eachOf<T extends { readonly elementId: string }>(
  { processes }: DeployedParts,
  list: (process: DeployedModel) => readonly T[],
): (T & Place)[] {
  return processes.flatMap((process) =>
    list(process).map((one) => ({
      ...one,
      file: process.resourceName,
      element: nameElementById(process.model, one.elementId),
    })),
  )
}

function keysOf(people: readonly { kind: string; key: string }[], kind: 'user' | 'group'): string[] {
  return [...new Set(people.filter((person) => person.kind === kind).map(({ key }) => key))]
}

interface Place {
  readonly file: string
  readonly elementId: string
  /** The element as messages name it. */
  readonly element: string
}

function warning(
  code: string,
  { file, elementId }: Pick<Place, 'file' | 'elementId'>,
  needs: Need,
  message: string,
): FileProblem {
  return { code, severity: 'warning', elementId, file, needs, message }
}

function presentJava({ file, elementId, element, name }: Place & { readonly name: string }): FileProblem {
  return warning(
    'bpmn.needs-binding',
    { file, elementId },
    { kind: 'binding', name },
    `Expected ${element} to run without Java, but it names the class or bean “${name}”. Bind it to an expression, a script or a topic.`,
  )
}

function presentPerson({ file, elementId, element, kind, key }: Place & NamedPerson): FileProblem {
  const trouble = kind === 'user' ? 'it does not exist' : 'it does not exist or has no members'
  return warning(
    `deployment.${kind}-unknown`,
    { file, elementId },
    { kind, name: key },
    `Expected the ${kind} “${key}” that ${element} names, but ${trouble}. Create it, or reassign its tasks.`,
  )
}

/** Forms by key: what is found out when the model runs is left out. */
function listMissingForms({ resourceName: file, model }: DeployedModel, files: ReadonlySet<string>): FileProblem[] {
  return Object.values(model.elements).flatMap((element) => {
    const form = element.type === 'userTask' || element.type === 'startEvent' ? element.form : null
    const missing = form === null ? null : findMissingForm(element.id, model, form, files)
    if (missing === null) return []
    return [
      warning(
        'deployment.form-missing',
        { file, elementId: element.id },
        { kind: 'form', name: missing },
        `Expected the form “${missing}” of ${nameElement(element)}, but it does not exist. Deploy it with the model. Until then, the process data is shown instead.`,
      ),
    ]
  })
}

function findMissingForm(id: string, model: ProcessModel, form: Form, files: ReadonlySet<string>): string | null {
  if (form.key !== null && form.key.language !== 'literal') return null
  const source = findFormSource({ id, model, form, formKey: form.key?.text ?? null })
  if (source.kind === 'unknown') return files.has(fileOfForm(source.key) ?? '') ? null : source.key
  return source.kind === 'document' && !files.has(source.fileName) ? source.fileName : null
}
