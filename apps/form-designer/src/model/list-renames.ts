import {
  type CompiledRule,
  compile,
  type FormLanguage,
  listPairs,
  prepareExpressions,
  type ReadMask,
} from '@millrace/forms'
import { type Command, type Design, findNodeKind, isExpressionText, toDocument } from '@millrace/forms/design'
import { listReachable } from './find-named.ts'
import { isPlainName } from './simple-rule.ts'
import { listAll, listAround } from './walk.ts'

/**
 * Lists the commands that change references to a node from its old key to its new one. An expression is only changed if
 * it refers to the same nodes afterwards, because a name can mean another node in another group.
 *
 * @param before the design with the old key. If it does not compile, nothing is found.
 */
export function listRenames(before: Design, after: Design, id: string, language: FormLanguage): Command[] {
  const [old, next] = [before.nodes[id]?.key, after.nodes[id]?.key]
  if (old === undefined || next === undefined || old === next || !isPlainName(old) || !isPlainName(next)) return []
  const read = readRules(before, language)
  if (read === null) return []
  const named = [...listByKey(before, id, { old, next }), ...listByPath(before, id, { old, next })]
  const texts = [...read].flatMap(([at, ids]): Rename[] => {
    const dot = at.indexOf('.')
    const [node, name] = [at.slice(0, dot), at.slice(dot + 1)]
    const value = before.nodes[node]?.props[name]
    if (!ids.has(id) || !isExpressionText(value)) return []
    return [{ node, name, value: `=${renameWord(value.slice(1), old, next)}` }]
  })
  const renamed = readRules(setAll(after, [...named, ...texts]), language)
  if (renamed === null) return named.map(toCommand)
  const alike = texts.filter(({ node, name }) => isSame(read.get(`${node}.${name}`), renamed.get(`${node}.${name}`)))
  return [...named, ...alike].map(toCommand)
}

interface Rename {
  readonly node: string
  readonly name: string
  readonly value: unknown
}

interface Keys {
  readonly old: string
  readonly next: string
}

function toCommand({ node, name, value }: Rename): Command {
  return { kind: 'setProperty', id: node, name, value }
}

function setAll(design: Design, renames: readonly Rename[]): Design {
  const nodes = { ...design.nodes }
  for (const { node: id, name, value } of renames) {
    const node = nodes[id]
    if (node !== undefined) nodes[id] = { ...node, props: { ...node.props, [name]: value } }
  }
  return { ...design, nodes }
}

/** Ids of the nodes that each expression reads, by node and property. Null where the design does not compile. */
function readRules(design: Design, language: FormLanguage): ReadonlyMap<string, ReadonlySet<string>> | null {
  const compiled = compile(toDocument(design), { language })
  if (!compiled.ok) return null
  const { rules } = prepareExpressions(compiled.form, language)
  return new Map([...rules].map(([at, rule]) => [at, new Set(listRead(rule))]))
}

function listRead({ names }: CompiledRule): string[] {
  return [...names.values()].flatMap(({ target, mask }) => listMasked(target, mask))
}

type Target =
  CompiledRule['names'] extends ReadonlyMap<string, infer Read extends { target: unknown }> ? Read['target'] : never

function listMasked(target: Target, mask: ReadMask): string[] {
  if (mask === 'all') return [target.id]
  const members = [...target.inner.members.values()]
  const inside = [...mask].flatMap(([key, inner]) => {
    const member = members.find(({ data }) => data?.key === key)
    return member === undefined ? [] : listMasked(member, inner)
  })
  return [target.id, ...inside]
}

function isSame(a: ReadonlySet<string> | undefined, b: ReadonlySet<string> | undefined): boolean {
  return a !== undefined && b !== undefined && a.size === b.size && [...a].every((id) => b.has(id))
}

/** Properties that name a field by its key. */
function listByKey(design: Design, id: string, { old, next }: Keys): Rename[] {
  return listAll(design).flatMap((node) => {
    const props = design.nodes[node]?.props ?? {}
    const renames: Rename[] = [
      ...(['dependsOn', 'target'] as const).flatMap((name): Rename[] =>
        props[name] === old ? [{ node, name, value: next }] : [],
      ),
      ...(['parameters', 'fills'] as const).flatMap((name): Rename[] => {
        const pairs = listPairs(props, name)
        if (!pairs.some(({ field }) => field === old)) return []
        return [{ node, name, value: pairs.map((pair) => `${pair.name}=${pair.field === old ? next : pair.field}`) }]
      }),
    ]
    if (renames.length === 0) return []
    return listReachable(design, node).find(({ key }) => key === old)?.id === id ? renames : []
  })
}

/** Properties of the list around it that name fields of a row by their paths. */
function listByPath(design: Design, id: string, { old, next }: Keys): Rename[] {
  const around = listAround(design, id)
  const at = around.findLastIndex((one) => findNodeKind(design.nodes[one]?.type ?? '') === 'list')
  const list = design.nodes[around[at] ?? '']
  if (list === undefined) return []
  const groups = around.slice(at + 1).flatMap((one) => design.nodes[one]?.key ?? [])
  const path = [...groups, old].join('.')
  const renamed = [...groups, next].join('.')
  return (['unique', 'totals'] as const).flatMap((name): Rename[] => {
    const paths: unknown = list.props[name]
    if (!Array.isArray(paths)) return []
    const value = paths.map((one: unknown) =>
      one === path
        ? renamed
        : typeof one === 'string' && one.startsWith(`${path}.`)
          ? renamed + one.slice(path.length)
          : one,
    )
    return JSON.stringify(value) === JSON.stringify(paths) ? [] : [{ node: list.id, name, value }]
  })
}

/** A name in FEEL, wherever it stands but in texts. */
function renameWord(source: string, old: string, next: string): string {
  return source.replaceAll(/"(?:[^"\\]|\\(?:.|$))*(?:"|$)|[\p{L}_][\p{L}\p{N}_]*/gsu, (word) =>
    word === old ? next : word,
  )
}
