import type { NodeType } from '@millrace/forms'
import { findNodeKind, nodeTypes, specsOf } from '@millrace/forms/design'

export const paletteGroups = ['input', 'choice', 'data', 'layout', 'list', 'content'] as const

export type PaletteGroup = (typeof paletteGroups)[number]

/** The types of the palette by group, in the order of the tables of forms. Empty groups are left out. */
export function listPalette(
  matches: (type: NodeType) => boolean,
): { group: PaletteGroup; types: readonly NodeType[] }[] {
  return paletteGroups
    .map((group) => ({ group, types: nodeTypes.filter((type) => groupOf(type) === group && matches(type)) }))
    .filter(({ types }) => types.length > 0)
}

/** Where a type is in the palette: by what it is and what it has, so that a new type has its place too. */
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
