import { type Design, findNodeKind } from '@millrace/forms/design'
import { listAround } from './walk.ts'

/** Lists the names that an expression of a node can use, from the innermost row or group to the form. */
export function listNames(design: Design, id: string | null): string[] {
  const around = id === null ? [] : listAround(design, id)
  const scopes = [null, ...around.filter((one) => design.nodes[one]?.key !== undefined)].toReversed()
  const names = scopes.flatMap((scope) => listMembers(design, scope))
  const own = id === null ? undefined : design.nodes[id]?.key
  return [...new Set(names)].filter((name) => name !== own)
}

function listMembers(design: Design, scope: string | null): string[] {
  const children = scope === null ? design.root : (design.nodes[scope]?.children ?? [])
  return children.flatMap((child): string[] => {
    const node = design.nodes[child]
    if (node === undefined) return []
    if (node.key === undefined) return listMembers(design, child)
    if (findNodeKind(node.type) === 'field') return [node.key]
    return [node.key, ...listMembers(design, child).map((name) => `${node.key}.${name}`)]
  })
}
