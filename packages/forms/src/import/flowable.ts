import { documentLimits } from '../document/limits.ts'
import { isPlainObject } from '../document/plain-object.ts'
import type { NodeType, SubmitAction } from '../document/types.ts'
import type { ImportResult } from './import-notes.ts'
import {
  createNodeMaker,
  flagOf,
  type ImportedNode,
  type Keys,
  listOf,
  type NodeMaker,
  objectOf,
  refuseTooMany,
  type Source,
  textOf,
  wholeOf,
} from './node-maker.ts'
import { watchSource } from './watch-source.ts'

/** Converts a form of Flowable or Activiti, as their modellers deploy it (`.form`), into a document. */
export function importFlowableForm(input: unknown): ImportResult {
  if (!isPlainObject(input) || !Array.isArray(input.fields))
    return { ok: false, message: 'Expected a form of Flowable with its fields, but this has none.' }
  return refuseTooMany(() => convert(input))
}

function convert(input: Source): ImportResult {
  const { source, listUnread } = watchSource(input)
  const maker = createNodeMaker()
  const root = importFields(source.fields, { at: 'fields', maker, keys: new Set(), depth: 1 })
  return maker.finish(source.key, root, {
    actions: readOutcomes(source.outcomes, maker),
    unread: listUnread().filter(({ name }) => !metadata.has(name)),
  })
}

/** Members of the source that do not affect the form. */
const metadata: ReadonlySet<string> = new Set([
  ...[
    'key',
    'id',
    'name',
    'version',
    'optionType',
    'description',
    'fieldType',
    'overrideId',
    'layout',
    'type',
    'outcomeVariableName',
  ],
])

interface Place {
  readonly at: string
  readonly maker: NodeMaker
  readonly keys: Keys
  readonly depth: number
}

const deepest = 10

function importFields(fields: unknown, place: Place): ImportedNode[] {
  if (place.depth > deepest) {
    place.maker.leaveOutAll(place.at, `Only ${deepest} levels are taken over.`)
    return []
  }
  return listOf(fields).flatMap((source, index) => importField(source, { ...place, at: `${place.at}[${index}]` }))
}

const types: Readonly<Record<string, NodeType>> = {
  text: 'text',
  password: 'password',
  'multi-line-text': 'textarea',
  integer: 'number',
  decimal: 'number',
  amount: 'number',
  date: 'date',
  boolean: 'checkbox',
  dropdown: 'select',
  'radio-buttons': 'radio',
  people: 'user',
  'functional-group': 'group',
  upload: 'file',
}

function importField(source: Source, { at, maker, keys, depth }: Place): ImportedNode[] {
  const type = typeof source.type === 'string' ? source.type : ''
  const params = objectOf(source.params)
  const base = { at, keys }
  if (type === 'container') {
    // Columns of it, each with fields in their order.
    const columns = Object.entries(objectOf(source.fields))
    return columns.flatMap(([name, column]) =>
      importFields(column, { at: `${at}.fields.${name}`, maker, keys, depth: depth + 1 }),
    )
  }
  if (type === 'headline' || type === 'headline-with-line' || type === 'expression')
    return [maker.make('static-text', { ...base, props: { text: plainOf(source, at, maker) } })]
  if (type === 'spacer' || type === 'horizontal-line')
    return [maker.make(type === 'spacer' ? 'spacer' : 'separator', { ...base, props: {} })]
  if (type === 'hyperlink')
    return [maker.make('static-text', { ...base, props: { text: textOf(params.hyperlinkUrl) ?? nameOf(source) } })]
  const known = Object.hasOwn(types, type) ? types[type] : undefined
  if (known === undefined) {
    maker.leaveOutAll(at, `There is no field like “${type.slice(0, 40)}” yet.`)
    return []
  }
  const isChoice = known === 'select' || known === 'radio'
  if (isChoice && listOf(source.options).length === 0)
    maker.leaveOut(at, 'Options from a variable or an address are not imported. One option replaces them.')
  return [
    maker.make(known, {
      ...base,
      key: source.id,
      props: {
        label: nameOf(source),
        required: flagOf(source.required),
        readOnly: flagOf(source.readOnly),
        placeholder: textOf(source.placeholder) || undefined,
        ...(type === 'integer' && { decimals: 0 }),
        ...((known === 'text' || known === 'textarea') && {
          minLength: wholeOf(params.minLength),
          maxLength: wholeOf(params.maxLength),
          pattern: textOf(params.regexPattern),
        }),
        ...(type === 'amount' && { unit: textOf(params.currency) }),
        ...(known === 'file' && { maxfiles: params.multiple === true ? 10 : undefined }),
        ...(isChoice && { options: optionsOf(source) }),
      },
    }),
  ]
}

/** Returns the value that Flowable keeps is the id of an option, or its name where it has none. */
function optionsOf({ options, hasEmptyValue }: Source): { value: string; label: string }[] | undefined {
  const found = listOf(options)
    .filter((_, index) => hasEmptyValue !== true || index > 0)
    .map(({ id, name }) => ({ value: String(id ?? name ?? ''), label: String(name ?? id ?? '') }))
    .filter(({ value }) => value !== '')
  return found.length === 0 ? undefined : found
}

function nameOf({ name, id }: Source): string {
  return textOf(name) ?? textOf(id) ?? '?'
}

function plainOf(source: Source, at: string, maker: NodeMaker): string {
  const text = textOf(source.expression) ?? textOf(source.value) ?? nameOf(source)
  if (text.includes('${'))
    maker.leaveOut(at, 'The text is shown as it is written: expressions in it are not worked out.')
  return text
}

/** Buttons by which a task is completed. */
function readOutcomes(outcomes: unknown, maker: NodeMaker): SubmitAction[] {
  const found = listOf(outcomes).flatMap(({ name }, index): SubmitAction[] => {
    const label = textOf(name)
    if (label === undefined) return []
    const id = label.replaceAll(/[^A-Za-z0-9_-]/g, '_').slice(0, 40)
    return [{ id: /^[A-Za-z]/.test(id) ? id : `outcome${index + 1}`, label: label.slice(0, 50) }]
  })
  const kept = found
    .filter(({ id }, index) => found.findIndex((other) => other.id === id) === index)
    .slice(0, documentLimits.submitActions)
  if (kept.length > 0)
    maker.change(
      'outcomes',
      'Outcomes are buttons. The variable submitAction has the pressed button, instead of a variable named after the form. Change the conditions that use it.',
    )
  return kept
}
