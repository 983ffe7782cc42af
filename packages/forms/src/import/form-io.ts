import { isPlainObject } from '../document/plain-object.ts'
import type { NodeType } from '../document/types.ts'
import { isMeantByFormIo } from './form-io-defaults.ts'
import { importField, keyOf, labelOf, readText, rulesOf, type SourcePlace } from './form-io-field.ts'
import { collectFormIoNames } from './form-io-names.ts'
import { fieldTypes } from './form-io-types.ts'
import type { ImportResult } from './import-notes.ts'
import {
  createNodeMaker,
  flagOf,
  type ImportedNode,
  type Keys,
  listOf,
  objectOf,
  refuseTooMany,
  type Source,
  textOf,
  wholeOf,
} from './node-maker.ts'
import type { SourceNames } from './source-names.ts'
import { watchSource } from './watch-source.ts'

/** Converts a form of Form.io into a document. JavaScript is left out and noted, because forms only support FEEL. */
export function importFormIo(input: unknown): ImportResult {
  if (!isPlainObject(input) || !Array.isArray(input.components))
    return { ok: false, message: 'Expected a form of Form.io with its components, but this has none.' }
  return refuseTooMany(() => convert(input))
}

function convert(input: Source): ImportResult {
  const { source, listUnread } = watchSource(input)
  const maker = createNodeMaker()
  const { root: names, inner } = collectFormIoNames(source.components)
  const place: Place = { at: 'components', maker, keys: new Set(), depth: 1, names, inner }
  const root = source.display === 'wizard' ? [importWizard(source, place)] : importComponents(source.components, place)
  return maker.finish(textOf(source.path) ?? textOf(source.name), root, {
    unread: listUnread().filter(isMeantByFormIo),
  })
}

interface Place extends SourcePlace {
  readonly depth: number
  /** The names inside of containers and grids. */
  readonly inner: ReadonlyMap<Source, SourceNames>
}

const deepest = 10

function importWizard(form: Source, place: Place): ImportedNode {
  const pages = listOf(form.components).flatMap((page, index) => {
    const at = `components[${index}]`
    if (page.type !== 'panel') {
      place.maker.leaveOutAll(
        at,
        page.type === 'button'
          ? 'The last page always has the button that sends the form.'
          : 'Only panels are pages of a wizard.',
      )
      return []
    }
    const children = importComponents(page.components, { ...place, at: `${at}.components`, depth: 3 })
    return [
      place.maker.make('page', {
        at,
        keys: place.keys,
        props: {
          ...rulesOf(page, { ...place, at }),
          label: readText(page.title, `${at}.title`, place.maker) ?? labelOf(page, { ...place, at }),
        },
        children,
      }),
    ]
  })
  return place.maker.make('pages', {
    at: 'components',
    keys: place.keys,
    span: 12,
    props: { label: textOf(form.title) },
    children: pages,
  })
}

function importComponents(components: unknown, place: Place): ImportedNode[] {
  if (place.depth > deepest) {
    place.maker.leaveOutAll(place.at, `Only ${deepest} levels are taken over.`)
    return []
  }
  return listOf(components).flatMap((source, index) =>
    importComponent(source, { ...place, at: `${place.at}[${index}]` }),
  )
}

function importComponent(source: Source, place: Place): ImportedNode[] {
  const { at, maker, keys } = place
  const type = typeof source.type === 'string' ? source.type : ''
  if (Object.hasOwn(fieldTypes, type)) return [importField(fieldTypes[type] as NodeType, source, place)]
  const inside = (components: unknown, member = 'components', ownKeys: Keys = keys) =>
    importComponents(components, {
      ...place,
      at: `${at}.${member}`,
      keys: ownKeys,
      depth: place.depth + 1,
      names: place.inner.get(source) ?? place.names,
    })
  const { required, ...rules } = rulesOf(source, place)
  const { visible, enabled } = rules
  const base = { at, keys, span: 12 }
  switch (type) {
    case 'panel': {
      const props = { ...rules, label: readText(source.title, `${at}.title`, maker) ?? labelOf(source, place) }
      const children = inside(source.components)
      if (source.collapsible !== true) return [maker.make('panel', { ...base, props, children })]
      return [
        maker.make('collapsible', { ...base, props: { ...props, collapsed: flagOf(source.collapsed) }, children }),
      ]
    }
    case 'well':
      return [maker.make('panel', { ...base, props: rules, children: inside(source.components) })]
    case 'fieldset':
      return [
        maker.make('fieldset', {
          ...base,
          props: { ...rules, label: readText(source.legend, `${at}.legend`, maker) ?? labelOf(source, place) },
          children: inside(source.components),
        }),
      ]
    case 'columns': {
      const children = listOf(source.columns).map((column, index) => {
        const width = wholeOf(column.width) ?? 6
        const span = width >= 1 && width <= 12 ? width : 6
        return maker.make('column', {
          at,
          keys,
          span,
          props: {},
          children: inside(column.components, `columns[${index}].components`),
        })
      })
      return [maker.make('columns', { ...base, props: rules, children })]
    }
    case 'table': {
      const rows = (Array.isArray(source.rows) ? (source.rows as unknown[]) : []).map((row, index) => {
        const cells = listOf(row).flatMap((cell, column) =>
          inside(cell.components, `rows[${index}][${column}].components`),
        )
        return maker.make('table-row', { at, keys, props: {}, children: cells })
      })
      return [
        maker.make('table', { ...base, props: { ...rules, columnLabels: headerOf(source.header) }, children: rows }),
      ]
    }
    case 'tabs': {
      const children = listOf(source.components).map((tab, index) =>
        maker.make('tab', {
          at: `${at}.components[${index}]`,
          keys,
          props: { ...conditionsOf(tab, { ...place, at: `${at}.components[${index}]` }), label: labelOf(tab, place) },
          children: inside(tab.components, `components[${index}].components`),
        }),
      )
      return [maker.make('tabs', { ...base, props: rules, children })]
    }
    case 'container':
      return [
        maker.make('section', {
          ...base,
          key: keyOf(source.key, place),
          props: { ...rules, label: readText(source.label, `${at}.label`, maker) },
          children: inside(source.components, 'components', new Set()),
        }),
      ]
    case 'datagrid':
    case 'editgrid':
      return [importRows(type, source, { ...place, rules: { ...rules, required } })]
    case 'content':
      return [
        maker.make('html', {
          ...base,
          props: { visible, html: maker.cleanHtml(readText(source.html, `${at}.html`, maker) ?? '', `${at}.html`) },
        }),
      ]
    case 'htmlelement':
      return [
        maker.make('html', {
          ...base,
          props: { visible, html: maker.cleanHtml(readText(elementOf(source), `${at}.content`, maker) ?? '', at) },
        }),
      ]
    case 'button': {
      const action = source.action === 'reset' ? 'reset' : 'submit'
      if (source.action !== undefined && source.action !== 'submit' && source.action !== 'reset') {
        maker.leaveOutAll(at, `Buttons have no action “${String(source.action).slice(0, 40)}”.`)
        return []
      }
      return [maker.make('button', { ...base, props: { visible, enabled, label: labelOf(source, place), action } })]
    }
    default:
      maker.leaveOutAll(at, `There is no field like “${type.slice(0, 40)}” yet.`)
      return []
  }
}

function importRows(
  type: string,
  source: Source,
  place: Place & { readonly rules: Readonly<Record<string, unknown>> },
): ImportedNode {
  const { at, maker, keys, rules } = place
  const validate = objectOf(source.validate)
  const children = importComponents(source.components, {
    ...place,
    at: `${at}.components`,
    keys: new Set(),
    depth: place.depth + 1,
    names: place.inner.get(source) ?? place.names,
  })
  const isGrid = children.every(
    ({ type: inner }) => typeof inner === 'string' && Object.values(fieldTypes).some((one) => one === inner),
  )
  const props = {
    ...rules,
    label: labelOf(source, place),
    help: readText(source.description, `${at}.description`, maker),
    min: wholeOf(validate.minLength),
    max: wholeOf(validate.maxLength),
    addLabel: readText(source.addAnother, `${at}.addAnother`, maker),
    fixed: flagOf(source.disableAddingRemovingRows),
    defaultValue: rowsOf(type, source),
    ...(isGrid ? (type === 'editgrid' ? { edit: 'drawer' } : {}) : { allowDuplicates: true }),
  }
  return maker.make(isGrid ? 'grid' : 'repeater', {
    at,
    keys,
    key: keyOf(source.key, place),
    span: 12,
    props,
    children,
  })
}

/** Returns the rows that a grid of Form.io opens with: one that is empty, where nothing else is said. */
function rowsOf(type: string, source: Source): readonly Source[] | undefined {
  const given = listOf(source.defaultValue)
  const rows = given.length > 0 || type === 'editgrid' || source.initEmpty === true ? given : [{}]
  const filled = rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).filter(
        ([, value]) => value !== '' && value !== null && value !== false && typeof value !== 'object',
      ),
    ),
  )
  return filled.length === 0 ? undefined : filled.slice(0, 100)
}

function conditionsOf(source: Source, place: SourcePlace): Readonly<Record<string, unknown>> {
  const { visible, enabled } = rulesOf(source, place)
  return { visible, enabled }
}

function headerOf(raw: unknown): readonly string[] | undefined {
  const header = Array.isArray(raw) ? (raw as unknown[]).filter((one) => typeof one === 'string') : []
  return header.length === 0 ? undefined : header.slice(0, 12)
}

function elementOf({ tag, content }: Source): string {
  const name = typeof tag === 'string' && /^[a-z][a-z0-9]{0,10}$/i.test(tag) ? tag : 'p'
  return `<${name}>${String(content ?? '')}</${name}>`
}
