import { choiceLimit, externalLimits, type NamedOne } from '@millrace/contract'
import {
  type JsonValues,
  listNamed,
  listPairs,
  mapEntries,
  namedBy,
  propsOf,
  type RuntimeDocument,
  type RuntimeField,
} from '@millrace/forms'
import type { Tx } from '../../platform/db/database.ts'
import { Refusal, refuse } from '../../platform/errors/refusal.ts'
import { OutgoingFailure } from '../../platform/outgoing/outgoing-failure.ts'
import type { Runtime } from '../runtime.ts'
import { type Adapter, findAdapter, isForForms } from './adapter.ts'
import type { Parameters } from './parameters.ts'
import type { Rows } from './read-rows.ts'
import { lacksPathValue } from './rest-request.ts'

/** A field with values from an external system, and the adapter that it names. */
export interface FieldLookUp {
  readonly field: RuntimeField
  readonly adapter: Adapter
}

/** A row of an external system as the option of a field. */
export interface Offered extends NamedOne {
  /** The columns whose values go into other fields. */
  readonly columns?: Record<string, string>
}

/** Returns whether a field gets its values from an external system. */
export function asksOutside(field: RuntimeField): boolean {
  return namedBy(field.type) === 'look-up'
}

function propsOfLookUp(field: RuntimeField) {
  switch (kindOf(field)) {
    case 'sql':
      return propsOf(field, 'sql-look-up')
    case 'file':
      return propsOf(field, 'file-look-up')
    default:
      return propsOf(field, 'rest-look-up')
  }
}

/** Returns the kind of adapter that a field uses. */
function kindOf({ type }: RuntimeField): Adapter['kind'] {
  return type === 'sql-look-up' ? 'sql' : type === 'file-look-up' ? 'file' : 'rest'
}

/**
 * Finds the adapter that a field names, in its current state. Refuses when it does not exist, has another kind or is
 * disabled.
 */
export async function findFieldLookUp(
  tx: Tx,
  workplaceId: string,
  field: RuntimeField,
): Promise<FieldLookUp | Refusal> {
  const { adapter: key = '' } = propsOfLookUp(field)
  const adapter = await findAdapter(tx, workplaceId, { key })
  if (adapter === null || adapter.kind !== kindOf(field))
    return refuse(
      'look-up.failed',
      `The look-up does not work because the adapter “${key}” does not exist. Ask the designer of the form.`,
    )
  if (!isForForms(adapter.settings))
    return refuse(
      'look-up.failed',
      `The look-up does not work because the adapter “${key}” changes something. Ask the designer of the form.`,
    )
  if (adapter.disabled === null) return { field, adapter }
  return refuse(
    'look-up.failed',
    `The look-up does not work because ${adapter.disabled} is disabled. Ask the designer of the form.`,
  )
}

/**
 * Finds what a field offers for the typed text. Call it outside of any transaction.
 *
 * @param asked.by JSON with values by parameter. Only parameters that the field names are used.
 * @returns the found rows, or the reason why there are none, in a text for users without details of the system.
 */
export async function findOffered(
  runtime: Runtime,
  lookUp: FieldLookUp,
  { q, by }: { readonly q: string; readonly by: string },
): Promise<{ items: Offered[]; isMore: boolean } | Refusal> {
  const { field, adapter } = lookUp
  const { searchParameter } = adapter.settings
  const given = readGiven(field, by)
  const rows = await askForRows(runtime, lookUp, searchParameter === '' ? given : { ...given, [searchParameter]: q })
  if (rows instanceof Refusal) return rows
  const offered = readOffered(lookUp, rows)
  if (offered instanceof Refusal) return offered
  const text = q.toLowerCase()
  const found = searchParameter === '' ? offered.filter(({ name }) => name.toLowerCase().includes(text)) : offered
  return { items: found.slice(0, choiceLimit), isMore: found.length > choiceLimit }
}

/** Milliseconds that opening a form waits for names: it is shown without them then. */
const longestForNames = 2_000
/** Values of one form that are asked for one by one. */
const maxNames = 20

/** Reads the display names of the initial values of a form, as far as external systems answer in time. */
export async function readOfferedNames(
  runtime: Runtime,
  workplaceId: string,
  { data }: Pick<RuntimeDocument, 'data'>,
  values: JsonValues,
): Promise<{ kind: 'look-up'; node: string; id: string; name: string }[]> {
  const wanted = new Map<string, { field: RuntimeField; ids: Set<string> }>()
  mapEntries(data, values, (entry, field) => {
    if (!asksOutside(field)) return entry
    const known = wanted.get(field.node) ?? { field, ids: new Set<string>() }
    for (const id of listNamed(entry)) known.ids.add(id)
    if (known.ids.size > 0) wanted.set(field.node, known)
    return entry
  })
  if (wanted.size === 0) return []
  const all = [...wanted.values()]
  const lookUps = await runtime.db.read({ workplaceId }, (tx) =>
    Promise.all(all.map(({ field }) => findFieldLookUp(tx, workplaceId, field))),
  )
  const found = all.map(async ({ field, ids }, index) => {
    const lookUp = lookUps[index]
    if (lookUp === undefined || lookUp instanceof Refusal) return []
    // By values of other fields, which may be another row's, nothing is asked here.
    if (lookUp.adapter.settings.valueParameter === '' && listPairs(field.props, 'parameters').length > 0) return []
    const values = [...ids].slice(0, maxNames)
    const offered = await findValues(runtime, lookUp, values)
    if (offered instanceof Refusal) return []
    return offered
      .filter(({ id }) => ids.has(id))
      .map(({ id, name }) => ({ kind: 'look-up' as const, node: field.node, id, name }))
  })
  return (await Promise.all(found.map(orNothingSoon))).flat()
}

async function orNothingSoon<T>(work: Promise<T[]>): Promise<T[]> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<T[]>((resolve) => {
    timer = setTimeout(() => resolve([]), longestForNames)
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Returns the rows that have these values: each is asked for, or looked for among all where the adapter takes no value.
 */
async function findValues(
  runtime: Runtime,
  lookUp: FieldLookUp,
  values: readonly string[],
): Promise<Offered[] | Refusal> {
  const { valueParameter } = lookUp.adapter.settings
  const asked = valueParameter === '' ? [{}] : values.map((value) => ({ [valueParameter]: value }))
  const found: Offered[] = []
  for (const one of asked) {
    const rows = await askForRows(runtime, lookUp, one)
    const offered = rows instanceof Refusal ? rows : readOffered(lookUp, rows)
    if (offered instanceof Refusal) return offered
    found.push(...offered)
  }
  return found
}

/**
 * Calls an adapter and returns its rows, or the reason for the failure in a text for users. Call it outside of any
 * transaction.
 */
export async function askForRows(
  runtime: Runtime,
  { adapter }: FieldLookUp,
  parameters: Parameters,
): Promise<Rows | Refusal> {
  const { settings } = adapter
  // The field that it depends on is empty.
  if (settings.kind === 'rest' && lacksPathValue(settings, parameters))
    return { columns: settings.columns.map(({ key }) => key), rows: [], members: [] }
  try {
    return await runtime.lookUps.ask(adapter, parameters)
  } catch (error) {
    if (!(error instanceof OutgoingFailure)) throw error
    // What went wrong in whose system is for integrators: they try the adapter.
    return refuse(
      'look-up.failed',
      error.isFinal
        ? `The look-up does not work because the adapter “${adapter.name}” is not set up correctly. Ask the designer of the form.`
        : `“${adapter.name}” does not answer at the moment. Your entries are kept. Try again later.`,
    )
  }
}

/** Returns the values of the browser that the field passes to its adapter. */
function readGiven(field: RuntimeField, by: string): Parameters {
  const read = by === '' ? null : parse(by)
  const given: Record<string, string> = {}
  for (const { name } of listPairs(field.props, 'parameters')) {
    const value = typeof read === 'object' && read !== null && Object.hasOwn(read, name) ? Reflect.get(read, name) : ''
    if (typeof value === 'string') given[name] = value.slice(0, externalLimits.value)
  }
  return given
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/**
 * Converts rows of an adapter into the choices of a field: each value once, in order. Refuses when columns are missing.
 */
export function readOffered({ field, adapter }: FieldLookUp, { columns, rows }: Rows): Offered[] | Refusal {
  const props = propsOfLookUp(field)
  const at = (name: string | undefined, otherwise: number) => (name === undefined ? otherwise : columns.indexOf(name))
  const value = at(props.valueColumn, 0)
  const label = at(props.labelColumn, value)
  const fills = listPairs(field.props, 'fills').map(({ name }) => ({ name, index: columns.indexOf(name) }))
  if (value < 0 || label < 0 || fills.some(({ index }) => index < 0))
    return refuse(
      'look-up.failed',
      `The look-up does not work because a column is missing in the response of “${adapter.name}”. Ask the designer of the form.`,
    )
  const seen = new Map<string, Offered>()
  for (const row of rows) {
    const id = row[value] ?? ''
    // As long as what a field takes.
    if (id === '' || id.length > 255 || seen.has(id)) continue
    const name = row[label] || id
    seen.set(id, {
      id,
      name,
      ...(fills.length > 0 && { columns: Object.fromEntries(fills.map((one) => [one.name, row[one.index] ?? ''])) }),
    })
  }
  return [...seen.values()]
}
