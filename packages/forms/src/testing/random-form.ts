import type { FieldType } from '../document/types.ts'
import { getFieldDefinition } from '../fields/registry.ts'
import type { NodeDraft } from './build-form.ts'
import type { FieldSample } from './field-sample.ts'
import { fieldSamples } from './field-samples.ts'

/** A source of pseudo-random numbers that are the same for the same seed. */
export interface Random {
  /** A whole number from 0, below the limit. */
  below(limit: number): number
  pick<T>(list: readonly T[]): T
  chance(percent: number): boolean
}

export function createRandom(seed: number): Random {
  let state = (seed * 2_654_435_761) >>> 0 || 1
  const below = (limit: number) => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) % limit
  }
  return {
    below,
    pick: (list) => list[below(list.length)] as (typeof list)[number],
    chance: (percent) => below(100) < percent,
  }
}

interface Known {
  readonly name: string
  readonly type: string
}

interface Place {
  readonly random: Random
  readonly depth: number
  /** What rules may read here, so that no rule reads what comes later and no cycle closes. */
  readonly known: Known[]
  readonly count: { keys: number }
  /** Stands in a row or group. */
  readonly isPart: boolean
  readonly types: readonly FieldType[]
}

/** A few types of fields for tests of rules and their dependencies. */
export const plainTypes: readonly FieldType[] = [
  'text',
  'number',
  'number',
  'checkbox',
  'date',
  'select',
  'select',
  'date-range',
]

/** All types of fields. */
export const allTypes = Object.keys(fieldSamples) as FieldType[]

/**
 * Creates a random form with fields of these types, nested lists, containers and content, and rules of every kind that
 * read earlier fields.
 */
export function createRandomNodes(random: Random, types: readonly FieldType[] = plainTypes): NodeDraft[] {
  const nodes = createNodes({ random, depth: 0, known: [], count: { keys: 0 }, isPart: false, types })
  return random.chance(20)
    ? [{ type: 'pages', children: nodes.map((node) => ({ type: 'page', label: 'Page', children: [node] })) }]
    : nodes
}

function createNodes(place: Place): NodeDraft[] {
  return Array.from({ length: 2 + place.random.below(4) }, () => createNode(place))
}

function createNode(place: Place): NodeDraft {
  const { random, depth } = place
  if (random.chance(8)) return random.pick(contents)
  if (depth < 4 && random.chance(30)) return random.chance(55) ? createList(place) : createContainer(place)
  return createField(place)
}

const contents: readonly NodeDraft[] = [
  { type: 'static-text', text: 'Read this' },
  { type: 'heading', text: 'Part' },
  { type: 'html', html: '<p>Read <b>this</b></p>' },
  { type: 'separator' },
  { type: 'spacer', size: 'large' },
  { type: 'button', label: 'Send', action: 'submit' },
]

function createList(place: Place): NodeDraft {
  const { random } = place
  const key = nextKey(place)
  const inside = { ...place, depth: place.depth + 1, known: [...place.known], isPart: true }
  const isGrid = random.chance(40)
  const children = isGrid ? [createField(inside), createField(inside)] : createNodes(inside)
  const rules = createRules(place)
  const columns = children.flatMap((child) => (child.key === undefined || child.children ? [] : [child]))
  for (const column of columns) place.known.push({ name: `${key}.${column.key}`, type: `column of ${column.type}` })
  place.known.push({ name: key, type: 'list' })
  const unique = columns[0]?.key
  return {
    type: isGrid ? 'grid' : 'repeater',
    key,
    label: key,
    ...rules,
    ...(random.chance(30) ? { min: random.below(3) } : {}),
    ...(random.chance(30) ? { max: 2 + random.below(3) } : {}),
    ...(unique !== undefined && random.chance(40) ? { unique: [unique] } : {}),
    children,
  }
}

function createContainer(place: Place): NodeDraft {
  const { random } = place
  const { required: _required, check: _check, ...rules } = createRules(place)
  const inside = { ...place, depth: place.depth + 1 }
  if (random.chance(30)) {
    const tabs = [1, 2].map(() => ({
      type: 'tab',
      label: 'Tab',
      children: createNodes({ ...inside, depth: place.depth + 2 }),
    }))
    return { type: 'tabs', ...rules, children: tabs }
  }
  if (random.chance(40)) {
    const key = nextKey(place)
    const children = createNodes({ ...inside, known: [...place.known], isPart: true })
    const fields = children.filter((child) => child.key !== undefined && child.children === undefined)
    for (const field of fields) place.known.push({ name: `${key}.${field.key}`, type: field.type })
    return { type: 'panel', key, label: key, ...rules, children }
  }
  if (random.chance(20)) {
    const column = () => ({ type: 'column', children: createNodes({ ...inside, depth: place.depth + 2 }) })
    const { visible, enabled, readOnly } = rules
    return { type: 'columns', ...given({ visible, enabled, readOnly }), children: [column(), column()] }
  }
  const type = random.pick(['section', 'fieldset', 'collapsible'])
  return { type, label: 'Part', ...rules, children: createNodes(inside) }
}

function given(props: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(props).filter(([, value]) => value !== undefined))
}

function createField(place: Place): NodeDraft {
  const { random } = place
  const key = nextKey(place)
  const isComputed = random.chance(20)
  const usable = place.types.filter((type) => !place.isPart || getFieldDefinition(type).standsAlone !== true)
  const type = isComputed ? 'number' : random.pick(usable)
  const sample: FieldSample = fieldSamples[type]
  const field = {
    type,
    key,
    label: key,
    ...(place.types === plainTypes ? {} : sample.props),
    ...createRules(place),
    ...(isComputed ? { computed: `=${createNumber(place)}`, ...looseNumber } : {}),
    ...(type === 'select' ? createOptions(place) : {}),
    ...(type === 'number' && random.chance(30) ? { max: 5 } : {}),
    ...(type === 'number' && !isComputed && random.chance(20) ? { setTo: `=${createNumber(place)}` } : {}),
  }
  place.known.push({ name: key, type })
  return field
}

/** What an expression gives need not be what somebody may type. */
const looseNumber = { min: undefined, max: undefined, decimals: undefined }

function createOptions({ random, known }: Place): Record<string, unknown> {
  const source = known.filter(({ name, type }) => ['select', 'checkbox', 'text'].includes(type) && !name.includes('.'))
  if (source.length === 0 || random.chance(50)) return { options: ['a', 'b'].map((value) => ({ value, label: value })) }
  const options = [
    { value: 'a', label: 'a', when: ['a', 'true'] },
    { value: 'b', label: 'b', when: ['b'] },
    { value: 'c', label: 'c' },
  ]
  return { dependsOn: random.pick(source).name, options }
}

function createRules(place: Place): Record<string, unknown> {
  const { random } = place
  const rules: Record<string, unknown> = {}
  for (const [name, percent] of [
    ['visible', 15],
    ['enabled', 8],
    ['readOnly', 8],
    ['required', 15],
    ['check', 10],
  ] as const)
    if (random.chance(percent)) rules[name] = `=${createCondition(place)}`
  return rules
}

function createCondition(place: Place): string {
  const { random, known } = place
  if (known.length === 0) return random.pick(['true', 'limit > 2'])
  const { name, type } = random.pick(known)
  switch (type) {
    case 'number':
      return random.pick([`${name} > 2`, `${name} != null`, `${name} + limit > 4`])
    case 'checkbox':
      return random.pick([name, `not(${name})`])
    case 'date':
      return `${name} > date("2026-11-24")`
    case 'list':
      return random.pick([`count(${name}) > 1`, `count(${name}) = 2`])
    case 'column of number':
      return `sum(${name}) > 3`
    default:
      return random.pick([`${name} != null`, `${name} = "a"`])
  }
}

function createNumber(place: Place): string {
  const { random, known } = place
  const usable = known.filter(({ type }) => ['number', 'list', 'column of number'].includes(type))
  if (usable.length === 0) return 'limit'
  const { name, type } = random.pick(usable)
  if (type === 'list') return `count(${name})`
  if (type === 'number') return random.pick([`${name} + 1`, `if ${name} = null then 0 else ${name} * 2`])
  const [list, column] = name.split('.')
  return random.pick([
    `sum(${name})`,
    `count(${list}[${column} != null])`,
    `sum(for x in ${list} return if x.${column} = null then 0 else x.${column})`,
  ])
}

function nextKey({ count }: Place): string {
  return `k${++count.keys}`
}

/** Returns a random entry for a field: mostly a valid one. */
export function createEntry(random: Random, type: string): unknown {
  if (random.chance(10)) return random.pick([null, '', 'nonsense', 7, {}, []])
  switch (type) {
    case 'number':
      return random.pick([0, 1, 2, 3, '4', '1,000'])
    case 'checkbox':
      return random.chance(50)
    case 'date':
      return random.pick(['2026-11-23', '25/11/2026', '31/11/2026'])
    case 'select':
      return random.pick(['a', 'b', 'c'])
    case 'text':
      return random.pick(['a', 'A', 'b', ' a ', 'long text'])
    default:
      return createSampleEntry(random, type as FieldType)
  }
}

function createSampleEntry(random: Random, type: FieldType): unknown {
  const { entry, wrong }: FieldSample = fieldSamples[type]
  return random.chance(70) ? entry : random.pick(wrong)[0]
}
