import { listenerSettings } from '@millrace/contract'
import type { Request } from '../../platform/auth/request.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { inThread, orRefusal } from '../../runtime/threads/in-thread.ts'
import { readTime } from '../../runtime/threads/time-budget.ts'
import { packageKinds } from './kinds/index.ts'
import type { PackageItem, PackageKind, PackageRef } from './package-kind.ts'

/** The other items, users, groups and connections that an item needs. */
export interface References {
  /** Items that it cannot exist without. */
  readonly owners: readonly PackageRef[]
  /** Items that it names. */
  readonly named: readonly PackageRef[]
  readonly users: readonly string[]
}

type Kind = PackageRef['kind']

/** Lists the references of each item, in the order of the items. Designs are parsed in a worker thread. */
export async function listReferences(
  runtime: Runtime,
  { workplaceId: owner }: Request,
  items: readonly PackageItem[],
): Promise<References[]> {
  const designs = items.flatMap((item) => {
    const text = designOf(item)
    return text === null ? [] : [{ item, design: { kind: text.kind, text: text.text } }]
  })
  const input = { designs: designs.map(({ design }) => design), budgets: runtime.budgets }
  const read =
    designs.length === 0
      ? []
      : orRefusal(await inThread(runtime, { kind: 'listPackageReferences', input, owner, time: readTime(runtime) }))
  const byItem = new Map(designs.map(({ item }, index) => [item, read[index]]))
  return items.map((item) => {
    const found = byItem.get(item)
    const { content } = item as { readonly content: Readonly<Record<string, unknown>> }
    const groups = [...textsOf(content.groups), ...(found?.groups ?? [])]
    const named: [Kind, readonly string[]][] = [
      ['group', groups],
      ['form', found?.forms ?? []],
      ['process', [...(found?.processes ?? []), ...startedBy(item)]],
      ['decision', found?.decisions ?? []],
      ['emailTemplate', found?.emailTemplates ?? []],
      ['dataList', found?.dataLists ?? []],
      ['adapter', found?.adapters ?? []],
      ['globalProperty', found?.globalProperties ?? []],
    ]
    return {
      owners: (packageKinds[item.kind] as PackageKind).owners(item.content),
      named: named.flatMap(([kind, keys]) => keys.map((key) => ({ kind, key }))),
      users: [...textsOf(content.manager), ...(found?.users ?? [])],
    }
  })
}

function designOf({ kind, content }: PackageItem): { kind: 'process' | 'form'; text: string } | null {
  if (!('design' in content) || content.design == null) return null
  if (kind === 'process') return { kind, text: String(content.design) }
  if (kind === 'form' || kind === 'formTemplate') return { kind: 'form', text: JSON.stringify(content.design) }
  return null
}

/** The process that a listener starts. */
function startedBy({ kind, content }: PackageItem): string[] {
  if (kind !== 'listener' || !('settings' in content)) return []
  const { target } = listenerSettings.parse(content.settings)
  return target.action === 'start' ? [target.process] : []
}

function textsOf(value: unknown): string[] {
  return [value].flat().filter((one) => typeof one === 'string')
}

/** Returns a text that identifies an item, regardless of the case of its key. */
export function refText({ kind, key }: PackageRef): string {
  return `${kind} ${key.toLowerCase()}`
}
