import { listAdapterCalls, listCallTargets, listMailTemplates, listNamedPeople, readBpmn } from '@millrace/bpmn'
import type { BudgetValues } from '@millrace/contract'
import { readRole } from '@millrace/contract/roles'
import { listFormNames } from '../imports/list-lines.ts'
import { type DesignText, listDesignUses } from './list-design-uses.ts'
import { listGlobalsOfProcess } from './list-globals.ts'

/** The objects that a design refers to by key or name. */
interface PackageReferences {
  readonly forms: readonly string[]
  readonly processes: readonly string[]
  readonly decisions: readonly string[]
  readonly emailTemplates: readonly string[]
  readonly dataLists: readonly string[]
  readonly adapters: readonly string[]
  readonly globalProperties: readonly string[]
  readonly users: readonly string[]
  readonly groups: readonly string[]
}

const none: PackageReferences = {
  forms: [],
  processes: [],
  decisions: [],
  emailTemplates: [],
  dataLists: [],
  adapters: [],
  globalProperties: [],
  users: [],
  groups: [],
}

/**
 * Lists the references of each design for a package; null for one that cannot be read. It reads all models, so it runs in
 * a worker thread.
 */
export function listPackageReferences({
  designs,
  budgets,
}: {
  readonly designs: readonly DesignText[]
  readonly budgets: BudgetValues
}): (PackageReferences | null)[] {
  return designs.map((design) => {
    if (design.kind === 'process') return ofProcess(design.text, budgets)
    const [uses] = listDesignUses({ designs: [design], budgets })
    if (uses == null) return null
    const { dataLists, restAdapters, sqlAdapters, fileAdapters } = uses
    return {
      ...none,
      dataLists,
      adapters: each([...restAdapters, ...sqlAdapters, ...fileAdapters]),
      groups: each(listGroups(design.text)),
    }
  })
}

function ofProcess(xml: string, budgets: BudgetValues): PackageReferences | null {
  const read = readBpmn(xml, {
    maxLength: budgets.modelLength,
    maxElements: budgets.modelNodes,
    maxAttributes: budgets.modelAttributes,
  })
  const models = read.ok ? read.document.processes : read.processes
  if (!read.ok && models.length === 0) return null
  const called = models.flatMap((model) => listCallTargets(model)).filter(({ ref }) => ref.language === 'literal')
  const people = models.flatMap((model) => listNamedPeople(model))
  const keysOf = (kind: 'process' | 'decision') =>
    each(called.filter((one) => one.kind === kind).map(({ ref }) => ref.text))
  const namesOf = (kind: 'user' | 'group') => each(people.filter((one) => one.kind === kind).map(({ key }) => key))
  return {
    ...none,
    forms: each(models.flatMap(listFormNames).map(({ name }) => name)),
    processes: keysOf('process'),
    decisions: keysOf('decision'),
    emailTemplates: each(models.flatMap((model) => listMailTemplates(model))),
    adapters: each(models.flatMap((model) => listAdapterCalls(model).map(({ call }) => call.key)).filter(Boolean)),
    globalProperties: each(models.flatMap((model) => listGlobalsOfProcess(model))),
    users: namesOf('user'),
    groups: namesOf('group'),
  }
}

/** Groups for which parts of a form are. Roles may be among the names. */
function listGroups(json: string): string[] {
  const found: string[] = []
  const pending: unknown[] = [JSON.parse(json)]
  for (let value = pending.pop(); value !== undefined; value = pending.pop()) {
    if (typeof value !== 'object' || value === null) continue
    if ('visibleFor' in value && Array.isArray(value.visibleFor))
      found.push(...value.visibleFor.filter((name) => typeof name === 'string' && readRole(name) === null))
    pending.push(...Object.values(value).filter((one) => one !== undefined))
  }
  return found
}

function each(names: readonly string[]): string[] {
  return [...new Set(names)]
}
