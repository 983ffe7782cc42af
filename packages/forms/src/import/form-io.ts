import { isPlainObject } from '../document/plain-object.ts'
import type { NodeType } from '../document/types.ts'
import { fieldTypes, importField, labelOf, rulesOf, type SourcePlace } from './form-io-field.ts'
import type { ImportResult } from './import-notes.ts'
import {
  createNodeMaker,
  flagOf,
  type ImportedNode,
  type Keys,
  listOf,
  objectOf,
  type Source,
  textOf,
  wholeOf,
} from './node-maker.ts'

/** Converts a form of Form.io into a document. JavaScript is left out and noted, because forms only support FEEL. */
export function importFormIo(input: unknown): ImportResult {
  if (!isPlainObject(input) || !Array.isArray(input.components))
    return { ok: false, message: 'Expected a form of Form.io with its components, but this has none.' }
  const maker = createNodeMaker()
  const place: Place = { at: 'components', maker, keys: new Set(), depth: 1 }
  const root = input.display === 'wizard' ? [importWizard(input, place)] : importComponents(input.components, place)
  return { ok: true, form: maker.finish(textOf(input.path) ?? textOf(input.name), root) }
}

interface Place extends SourcePlace {
  readonly depth: number
}

const deepest = 10

function importWizard(form: Source, place: Place): ImportedNode {
  const pages = listOf(form.components).flatMap((page, index) => {
    const at = `components[${index}]`
    if (page.type !== 'panel') {
      if (page.type !== 'button') place.maker.leaveOut(at, 'Only panels are pages of a wizard.')
      return []
    }
    const children = importComponents(page.components, { ...place, at: `${at}.components`, depth: 3 })
    return [
      place.maker.make('page', {
        at,
        keys: place.keys,
        props: { ...rulesOf(page, { ...place, at }), label: textOf(page.title) ?? labelOf(page) },
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
    place.maker.leaveOut(place.at, `Only ${deepest} levels are taken over.`)
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
    importComponents(components, { ...place, at: `${at}.${member}`, keys: ownKeys, depth: place.depth + 1 })
  const { visible, enabled, readOnly } = rulesOf(source, place)
  const rules = { visible, enabled, readOnly }
  const base = { at, keys, span: 12 }
  switch (type) {
    case 'panel': {
      const props = { ...rules, label: textOf(source.title) ?? labelOf(source) }
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
          props: { ...rules, label: textOf(source.legend) ?? labelOf(source) },
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
          props: { label: labelOf(tab) },
          children: inside(tab.components, `components[${index}].components`),
        }),
      )
      return [maker.make('tabs', { ...base, props: rules, children })]
    }
    case 'container':
      return [
        maker.make('section', {
          ...base,
          key: source.key,
          props: { ...rules, label: textOf(source.label) },
          children: inside(source.components, 'components', new Set()),
        }),
      ]
    case 'datagrid':
    case 'editgrid':
      return [importRows(type, source, { ...place, rules: rulesOf(source, place) })]
    case 'content':
      return [
        maker.make('html', {
          ...base,
          props: { visible, html: maker.cleanHtml(String(source.html ?? ''), `${at}.html`) },
        }),
      ]
    case 'htmlelement':
      return [maker.make('html', { ...base, props: { visible, html: maker.cleanHtml(elementOf(source), at) } })]
    case 'button': {
      const action = source.action === 'reset' ? 'reset' : 'submit'
      if (source.action !== undefined && source.action !== 'submit' && source.action !== 'reset') {
        maker.leaveOut(at, `Buttons have no action “${String(source.action).slice(0, 40)}”.`)
        return []
      }
      return [maker.make('button', { ...base, props: { visible, enabled, label: labelOf(source), action } })]
    }
    default:
      maker.leaveOut(at, `There is no field like “${type.slice(0, 40)}” yet.`)
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
  })
  const isGrid = children.every(
    ({ type: inner }) => typeof inner === 'string' && Object.values(fieldTypes).some((one) => one === inner),
  )
  const props = {
    ...rules,
    label: labelOf(source),
    help: textOf(source.description),
    min: wholeOf(validate.minLength),
    max: wholeOf(validate.maxLength),
    addLabel: textOf(source.addAnother),
    ...(isGrid && type === 'editgrid' ? { edit: 'drawer' } : {}),
  }
  return maker.make(isGrid ? 'grid' : 'repeater', { at, keys, key: source.key, span: 12, props, children })
}

function headerOf(raw: unknown): readonly string[] | undefined {
  const header = Array.isArray(raw) ? (raw as unknown[]).filter((one) => typeof one === 'string') : []
  return header.length === 0 ? undefined : header.slice(0, 12)
}

function elementOf({ tag, content }: Source): string {
  const name = typeof tag === 'string' && /^[a-z][a-z0-9]{0,10}$/i.test(tag) ? tag : 'p'
  return `<${name}>${String(content ?? '')}</${name}>`
}
