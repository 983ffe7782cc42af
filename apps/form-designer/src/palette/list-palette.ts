import type { NodeType } from '@millrace/forms'
import { findNodeKind, nodeTypes, specsOf } from '@millrace/forms/design'

export const paletteGroups = ['input', 'choice', 'data', 'layout', 'list', 'content'] as const

export type PaletteGroup = (typeof paletteGroups)[number]

/** Lists the types in the palette by group, in the order of the type tables. Empty groups are left out. */
export function listPalette(
  matches: (type: NodeType) => boolean,
): { group: PaletteGroup; types: readonly NodeType[] }[] {
  return paletteGroups
    .map((group) => ({ group, types: nodeTypes.filter((type) => groupOf(type) === group && matches(type)) }))
    .filter(({ types }) => types.length > 0)
}

/**
 * Returns the group of a type in the palette. It follows from the kind and properties of the type, so that new types
 * have a group too.
 */
export function groupOf(type: NodeType): PaletteGroup {
  const kind = findNodeKind(type)
  if (kind === 'container') return 'layout'
  if (kind === 'list') return 'list'
  if (kind === 'content') return 'content'
  const specs = specsOf(type)
  if (choices.has(type) || Object.values(specs).some((spec) => spec.kind === 'options')) return 'choice'
  return data.has(type) ? 'data' : 'input'
}

const choices: ReadonlySet<string> = new Set([
  'checkbox',
  'tags',
  'rating',
  'slider',
  'user',
  'group',
  'role',
  'data-list',
  'rest-look-up',
  'sql-look-up',
  'file-look-up',
])
const data: ReadonlySet<string> = new Set(['file', 'image', 'signature', 'variables', 'hidden', 'computed'])
