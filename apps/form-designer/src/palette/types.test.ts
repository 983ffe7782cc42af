import { designerTexts } from '@millrace/contract/designer-texts'
import { nodeTypes, specsOf } from '@millrace/forms/design'
import { expect, it } from 'vitest'
import { hasEditor } from '../properties/editors/editors.ts'
import { listProperties, propertyGroups } from '../properties/group-properties.ts'
import { typeIcons } from './icons.ts'
import { listPalette } from './list-palette.ts'

const { types, properties } = designerTexts.designer

it('every type of node has an icon and a name', () => {
  expect(nodeTypes.filter((type) => !Object.hasOwn(typeIcons, type))).toEqual([])
  expect(nodeTypes.filter((type) => !Object.hasOwn(types, type))).toEqual([])
})

it('every type is in the palette once', () => {
  const listed = listPalette(() => true).flatMap((group) => group.types)
  expect(listed.toSorted()).toEqual(nodeTypes.toSorted())
})

it('every property has a name, an editor and one place in the panel', () => {
  const specs = nodeTypes.flatMap((type) => Object.entries(specsOf(type)))
  const names = [...new Set(specs.map(([name]) => name))]
  expect(names.length).toBeGreaterThan(20)
  expect(names.filter((name) => !Object.hasOwn(properties, name))).toEqual([])
  expect([...new Set(specs.map(([, { kind }]) => kind))].filter((kind) => !hasEditor(kind))).toEqual([])
  for (const type of nodeTypes) {
    const placed = propertyGroups.flatMap((group) => listProperties(type, group).map(({ name }) => name))
    expect(placed.toSorted()).toEqual(Object.keys(specsOf(type)).toSorted())
  }
})
