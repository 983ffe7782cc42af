import { isPlainObject } from '../document/plain-object.ts'
import { imageOf } from './form-js-content.ts'
import { dateTypeOf } from './form-js-date.ts'
import { type FormJsPlace, fieldTypes, importField, keyOf, rulesOf } from './form-js-field.ts'
import { arrangeRows, type PlacedNode } from './form-js-rows.ts'
import { labelOf, readText } from './form-js-texts.ts'
import type { ImportResult } from './import-notes.ts'
import {
  createNodeMaker,
  type ImportedNode,
  listOf,
  objectOf,
  refuseTooMany,
  type Source,
  textOf,
  wholeOf,
} from './node-maker.ts'
import { addMember, createNames, type GrowingNames, type SourceNames } from './source-names.ts'
import { type UnreadProperty, watchSource } from './watch-source.ts'

/** Converts a form of bpmn.io’s form-js, which Camunda’s modellers write (`.form`), into a document. */
export function importFormJs(input: unknown): ImportResult {
  if (!isPlainObject(input) || !Array.isArray(input.components))
    return { ok: false, message: 'Expected a form of form-js with its components, but this has none.' }
  return refuseTooMany(() => convert(input))
}

function convert(input: Source): ImportResult {
  const { source, listUnread } = watchSource(input)
  const maker = createNodeMaker()
  const names = createNames(null, true)
  const inner = new Map<Source, SourceNames>()
  collectNames(source.components, { names, inner, depth: 1 })
  const root = importComponents(source.components, { at: 'components', maker, keys: new Set(), depth: 1, names, inner })
  return maker.finish(source.id, root, { unread: listUnread().filter(isMeant) })
}

const deepest = 10

/** Members of the source that do not affect the form. */
const metadata: ReadonlySet<string> = new Set([
  ...['type', 'schemaVersion', 'executionPlatform', 'executionPlatformVersion', 'exporter', 'versionTag', 'generator'],
])

/** The values that form-js has where nothing is given. */
const defaults: Readonly<Record<string, unknown>> = {
  action: 'submit',
  isRepeating: true,
  use24h: true,
  verticalAlignment: 'start',
  searchable: false,
  subtype: 'date',
}

function isMeant({ at, name, value, type }: UnreadProperty): boolean {
  if (at === name && metadata.has(name)) return false
  if (name === 'id' || name === 'type') return false
  // A key that nothing is stored under.
  if ((name === 'key' || name === 'path') && typeof type === 'string' && !Object.hasOwn(fieldTypes, type)) return false
  return !(Object.hasOwn(defaults, name) && defaults[name] === value)
}

function collectNames(
  components: unknown,
  { names, inner, depth }: { names: GrowingNames; inner: Map<Source, SourceNames>; depth: number },
): void {
  if (depth > deepest) return
  for (const source of listOf(components)) {
    const type = String(source.type)
    const own = Object.hasOwn(fieldTypes, type)
      ? fieldTypes[type]
      : type === 'datetime'
        ? dateTypeOf(source)
        : undefined
    const isList = type === 'dynamiclist'
    const name =
      isList || type === 'group'
        ? (textOf(source.path) ?? (isList ? textOf(source.key) : undefined))
        : textOf(source.key)
    if (own !== undefined && name !== undefined) addMember(names, name, { type: own, source, inner: null })
    if (!isList && type !== 'group') continue
    const below = isList || name !== undefined ? createNames(names, isList) : names
    inner.set(source, below)
    if (name !== undefined) addMember(names, name, { type: isList ? 'repeater' : 'section', source, inner: below })
    collectNames(source.components, { names: below, inner, depth: depth + 1 })
  }
}

function importComponents(components: unknown, place: FormJsPlace): ImportedNode[] {
  if (place.depth > deepest) {
    place.maker.leaveOutAll(place.at, `Only ${deepest} levels are taken over.`)
    return []
  }
  const nodes = listOf(components).flatMap((source, index): PlacedNode[] => {
    const at = `${place.at}[${index}]`
    const layout = objectOf(source.layout)
    const columns = wholeOf(layout.columns)
    const node = importComponent(source, { ...place, at })
    return node === null ? [] : [{ node, at, row: textOf(layout.row), columns }]
  })
  return arrangeRows(nodes, place.maker)
}

function importComponent(source: Source, place: FormJsPlace): ImportedNode | null {
  const { at, maker, keys } = place
  const type = typeof source.type === 'string' ? source.type : ''
  const base = { at, keys, id: source.id }
  if (type === 'datetime' || Object.hasOwn(fieldTypes, type))
    return importField(type === 'datetime' ? dateTypeOf(source) : (fieldTypes[type] ?? 'text'), source, place)
  const { visible, readOnly } = rulesOf(source, place)
  switch (type) {
    case 'text':
      return maker.make('static-text', { ...base, props: { visible, text: plainOf(source.text, place) } })
    case 'html': {
      const html = maker.cleanHtml(
        readText(String(source.content ?? ''), `${at}.content`, maker) ?? '',
        `${at}.content`,
      )
      return maker.make('html', { ...base, props: { visible, html } })
    }
    case 'image':
      return imageOf(source, { base, visible, maker })
    case 'separator':
      return maker.make('separator', { ...base, props: { visible } })
    case 'spacer': {
      const height = wholeOf(source.height)
      const size = height === undefined ? undefined : height >= 60 ? 'large' : 'small'
      return maker.make('spacer', { ...base, props: { visible, size } })
    }
    case 'button': {
      const action = source.action === 'reset' ? 'reset' : 'submit'
      return maker.make('button', { ...base, props: { visible, label: labelOf(source, place), action } })
    }
    case 'group': {
      const path = textOf(source.path)
      const children = inside(source, place, path !== undefined)
      const outline = source.showOutline === true ? 'panel' : 'section'
      const label = readText(source.label, `${at}.label`, maker)
      const key = path === undefined ? {} : { key: keyOf(path, place) }
      return maker.make(outline, { ...base, ...key, props: { visible, readOnly, label }, children })
    }
    case 'dynamiclist':
      return importList(source, place, { visible, readOnly })
    default:
      maker.leaveOutAll(at, `There is no field like “${type.slice(0, 40)}” yet.`)
      return null
  }
}

function inside(source: Source, place: FormJsPlace, hasOwnKeys: boolean): ImportedNode[] {
  return importComponents(source.components, {
    ...place,
    at: `${place.at}.components`,
    keys: hasOwnKeys ? new Set() : place.keys,
    depth: place.depth + 1,
    names: place.inner.get(source) ?? place.names,
  })
}

function importList(source: Source, place: FormJsPlace, rules: Readonly<Record<string, unknown>>): ImportedNode {
  const { at, maker, keys } = place
  if (source.isRepeating === false) maker.change(`${at}.isRepeating`, 'A list always repeats. This one did not.')
  const given = source.defaultRepetitions
  const count = given === undefined ? 1 : (wholeOf(given) ?? 0)
  const most = 100
  if (count > most) maker.change(`${at}.defaultRepetitions`, `The list opens with ${most} rows.`)
  const rows = Array.from({ length: Math.max(0, Math.min(count, most)) }, () => ({}))
  const children = inside(source, place, true)
  return maker.make('repeater', {
    at,
    keys,
    id: source.id,
    key: keyOf(source.path ?? source.key, place),
    props: {
      ...rules,
      label: labelOf(source, place),
      fixed: source.allowAddRemove === true ? undefined : true,
      allowDuplicates: true,
      defaultValue: rows.length === 0 ? undefined : rows,
    },
    children,
  })
}

function plainOf(raw: unknown, { at, maker }: FormJsPlace): string {
  const text = readText(raw, `${at}.text`, maker) ?? '?'
  if (/[*_#`[\]]/.test(text)) maker.change(`${at}.text`, 'The text is shown unchanged. Markdown is not supported.')
  return text
}
