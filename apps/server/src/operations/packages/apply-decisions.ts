import { listenerSettings, type PackageDecisions } from '@millrace/contract'
import type { Request } from '../../platform/auth/request.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { inThread, orRefusal } from '../../runtime/threads/in-thread.ts'
import { readTime } from '../../runtime/threads/time-budget.ts'
import { changeDecisionFile } from '../app-decisions/design-file.ts'
import { changeDesignFile } from '../app-processes/design-file.ts'
import type { PackageItem } from './package-kind.ts'
import { refText } from './references.ts'

/** An item to import, with the key that it has in the package. */
export interface DecidedItem {
  readonly item: PackageItem
  readonly packageKey: string
  /** The action that the user chose; null when no choice was needed. */
  readonly action: 'replace' | 'rename' | null
}

type Names = readonly (readonly [string, string])[]

interface Renaming {
  readonly form: Names
  readonly process: Names
  readonly decision: Names
  readonly application: ReadonlyMap<string, string>
  readonly users: ReadonlyMap<string, string>
  readonly groups: ReadonlyMap<string, string>
}

/**
 * Applies the user's decisions to the items of a package: renames keys and names and all references to them, and
 * replaces users, groups and connections by those of this installation. Skipped items are left out.
 */
export async function applyDecisions(
  runtime: Runtime,
  request: Request,
  items: readonly PackageItem[],
  decisions: PackageDecisions,
): Promise<DecidedItem[]> {
  const decided = new Map(decisions.items.map((one) => [refText(one), one]))
  const renamed = (kind: PackageItem['kind']): (readonly [string, string])[] =>
    items.flatMap((item) => {
      const decision = decided.get(refText(item))
      const isRenamed = item.kind === kind && decision?.action === 'rename' && decision.newKey !== undefined
      return isRenamed ? [[item.key, decision.newKey ?? item.key] as const] : []
    })
  const given = (names: Readonly<Record<string, string>>) =>
    new Map(Object.entries(names).filter(([name, other]) => other !== '' && other !== name))
  const renaming: Renaming = {
    form: renamed('form'),
    process: renamed('process'),
    decision: renamed('decision'),
    application: new Map(renamed('application').map(([key, other]) => [key.toLowerCase(), other])),
    users: given(decisions.users),
    groups: given(decisions.groups),
  }
  const connections = new Map(Object.entries(decisions.connections).filter(([, name]) => name !== ''))
  const result: DecidedItem[] = []
  for (const item of items) {
    const decision = decided.get(refText(item))
    const isMapped = item.kind === 'connection' && connections.has(item.key)
    if (decision?.action === 'skip' || isMapped) continue
    const named = decision?.action === 'rename' ? renameItem(item, decision) : item
    const placed = place(named, renaming, connections)
    const written = await rewrite(runtime, request, { item: placed, before: item.key, renaming })
    result.push({ item: written, packageKey: item.key, action: decision?.action ?? null })
  }
  return result
}

/** Returns an item with another key and name. */
export function renameItem(
  item: PackageItem,
  { newKey, newName }: { readonly newKey?: string | undefined; readonly newName?: string | undefined },
): PackageItem {
  const name = newName ?? item.name
  const isNamed = item.kind === 'formTemplate'
  const key = isNamed ? name : (newKey ?? item.key)
  const content = item.content as Readonly<Record<string, unknown>>
  const keys = 'key' in content ? { key } : item.kind === 'theme' ? { code: key } : {}
  return { ...item, key, name, content: { ...content, name, ...keys } }
}

/** Fields that name others. */
function place(item: PackageItem, renaming: Renaming, connections: ReadonlyMap<string, string>): PackageItem {
  const content: Record<string, unknown> = { ...item.content }
  if (typeof content.application === 'string')
    content.application = renaming.application.get(content.application.toLowerCase()) ?? content.application
  if (typeof content.manager === 'string') content.manager = renaming.users.get(content.manager) ?? content.manager
  if (Array.isArray(content.groups))
    content.groups = content.groups.map((key) => (typeof key === 'string' ? (renaming.groups.get(key) ?? key) : key))
  if (renaming.groups.size > 0 && (item.kind === 'form' || item.kind === 'formTemplate'))
    content.design = placeGroups(content.design, renaming.groups)
  if (item.kind === 'externalApi') {
    const other = connections.get(`${content.system}/${content.connection}`)
    if (other !== undefined) content.connection = other
  }
  if (item.kind === 'listener') content.settings = placeProcess(content.settings, renaming.process)
  return { ...item, content }
}

/** The settings of a listener with the new key of the process that it starts. */
function placeProcess(given: unknown, renamed: Names): unknown {
  const settings = listenerSettings.parse(given)
  const process = renamed.find(([key]) => key === settings.target.process)?.[1]
  return process === undefined ? given : { ...settings, target: { ...settings.target, process } }
}

/** Groups for which parts of a form are. */
function placeGroups(value: unknown, groups: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(value)) return value.map((one) => placeGroups(one, groups))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => {
      const isForGroups = name === 'visibleFor' && Array.isArray(one)
      return [name, isForGroups ? one.map((key) => groups.get(String(key)) ?? key) : placeGroups(one, groups)]
    }),
  )
}

interface Rewriting {
  readonly item: PackageItem
  /** The key that it has in the package. */
  readonly before: string
  readonly renaming: Renaming
}

/** Texts of designs that name others. */
async function rewrite(
  runtime: Runtime,
  request: Request,
  { item, before, renaming }: Rewriting,
): Promise<PackageItem> {
  const content = item.content as Readonly<Record<string, unknown>>
  const { design } = content
  if (typeof design !== 'string') return item
  if (item.kind === 'decision') {
    const { decision: keys } = renaming
    const isRenamed = item.key !== before
    if (!isRenamed && keys.length === 0) return item
    const name = isRenamed ? { name: { key: before, name: item.name } } : {}
    return {
      ...item,
      content: { ...content, design: await changeDecisionFile(runtime, request, { xml: design, keys, ...name }) },
    }
  }
  if (item.kind !== 'process') return item
  const { form: formKeys, process: calledKeys, decision: decisionKeys, users, groups } = renaming
  const isRenamed = item.key !== before
  const details = isRenamed ? { key: item.key, name: item.name } : {}
  const isChanged = isRenamed || formKeys.length + calledKeys.length + decisionKeys.length > 0
  const process = { key: before, details }
  const others = calledKeys.filter(([key]) => key !== before)
  const change = { xml: design, process, formKeys, calledKeys: others, decisionKeys }
  const text = isChanged ? await changeDesignFile(runtime, request, change) : design
  if (users.size + groups.size === 0) return { ...item, content: { ...content, design: text } }
  const input = { xml: text, users: [...users], groups: [...groups] }
  const order = { kind: 'rewritePeople', input, owner: request.workplaceId, time: readTime(runtime) } as const
  return { ...item, content: { ...content, design: orRefusal(await inThread(runtime, order)) } }
}
