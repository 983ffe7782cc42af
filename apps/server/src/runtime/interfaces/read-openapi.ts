import type { ParameterType, RestAdapter } from '@millrace/contract'
import {
  beginning,
  createNames,
  type ImportedBody,
  type ImportedRequest,
  isMethod,
  isObject,
  leftHeaders,
  maxRequests,
  type Names,
  noBody,
  readDescription,
  textIn,
  toName,
} from './import-text.ts'

type Json = Readonly<Record<string, unknown>>

/** Steps through references and schemas of one description: a small one can describe a huge body. */
const maxSteps = 100_000
/** Members of all objects of one description, counted each time that they are read. */
const maxMembers = 1_000_000
/** Levels of a body, and references to references. */
const maxDepth = 5
const maxColumns = 30
/** Characters of a reference. */
const maxReference = 1_000

interface Reading {
  readonly root: Json
  steps: number
  members: number
}

function isSpent({ steps, members }: Reading): boolean {
  return steps > maxSteps || members > maxMembers
}

/**
 * Reads the operations of an OpenAPI 3 description. References within the description are followed; others are not.
 *
 * @throws RangeError where it is too large.
 */
export function readOpenApi(root: Json): ImportedRequest[] {
  const reading: Reading = { root, steps: 0, members: 0 }
  const requests: ImportedRequest[] = []
  const paths = isObject(root['paths']) ? root['paths'] : {}
  for (const [path, item] of Object.entries(paths)) {
    const found = resolve(reading, item)
    if (!isObject(found)) continue
    for (const [method, operation] of entriesOf(reading, found)) {
      const upper = method.toUpperCase()
      if (!isMethod(upper) || !isObject(operation)) continue
      if (requests.length === maxRequests) return requests
      requests.push(readOperation(reading, { path, method: upper, operation, shared: found['parameters'] }))
    }
  }
  return requests
}

interface Operation {
  readonly path: string
  readonly method: RestAdapter['method']
  readonly operation: Json
  /** Parameters of all operations of the path. */
  readonly shared: unknown
}

function readOperation(reading: Reading, { path, method, operation, shared }: Operation): ImportedRequest {
  const names = createNames()
  const notes: string[] = []
  const parameters = [shared, operation['parameters']]
    .flatMap((list) => (Array.isArray(list) ? list : []))
    .map((one) => resolve(reading, one))
    .filter(isObject)
  const inPlace = (place: string) => parameters.filter((one) => one['in'] === place && textIn(one['name']) !== '')
  const filledPath = path.replaceAll(/\{([^{}]*)\}/g, (_, name: string) => names.place(name))
  const query = inPlace('query').map((one) => entryOf(reading, one, names))
  // The standard ignores parameters with the names of headers that the client sets.
  const headers = inPlace('header')
    .filter((one) => !leftHeaders.has(textIn(one['name']).toLowerCase()))
    .map((one) => entryOf(reading, one, names))
  if (inPlace('cookie').length > 0) notes.push('Parameters in cookies are left out.')
  const body = method === 'GET' ? noBody : readBody(reading, operation['requestBody'], names, notes)
  const answer = readAnswer(reading, operation['responses'])
  const ref = `${method} ${path}`
  const id = textIn(operation['operationId'])
  return {
    ref,
    key: toName(id === '' ? `${method.toLowerCase()} ${path}` : id),
    name: textIn(operation['summary'], 100) || id || ref.slice(0, 100),
    description: readDescription(operation, notes),
    settings: { ...beginning, method, path: filledPath, query, headers, ...body, ...answer, types: names.types },
    notes,
  }
}

function entryOf(reading: Reading, parameter: Json, names: Names): { name: string; value: string } {
  const name = textIn(parameter['name'], 100)
  return { name, value: names.place(name, typeOf(resolve(reading, parameter['schema']))) }
}

function readBody(reading: Reading, given: unknown, names: Names, notes: string[]): ImportedBody {
  const body = resolve(reading, given)
  if (!isObject(body) || !isObject(body['content'])) return noBody
  const content = new Map(entriesOf(reading, body['content']).map(([type, one]) => [mediaType(type), one]))
  const [type, media] =
    [...content].find(([one]) => isJson(one)) ??
    [...content].find(([one]) => one === 'multipart/form-data' || one === 'application/x-www-form-urlencoded') ??
    [...content].find(([one]) => isFileType(one)) ??
    []
  const schema = isObject(media) ? media['schema'] : undefined
  if (type === undefined) {
    notes.push('The body is in a format that adapters do not have, and is left out.')
    return noBody
  }
  try {
    if (isJson(type)) {
      const filled = template(reading, schema, { names, notes, name: 'body', depth: 0 })
      return { ...noBody, body: JSON.stringify(filled, null, 2) }
    }
    if (isFileType(type)) return { ...noBody, bodyKind: 'file', body: names.place('file') }
    const isMultipart = type === 'multipart/form-data'
    const fields = (membersOf(reading, resolve(reading, schema)) ?? []).slice(0, maxFields).map(([name, one]) => {
      const member = resolve(reading, one)
      const isFile = isMultipart && isObject(member) && member['format'] === 'binary'
      const fileName = isFile ? names.place(`${name} file name`) : ''
      return { name: name.slice(0, 100), value: names.place(name, isFile ? 'text' : typeOf(member)), fileName }
    })
    return { ...noBody, bodyKind: isMultipart ? 'multipart' : 'form', fields }
  } catch (error) {
    if (!(error instanceof RangeError) || isSpent(reading)) throw error
    notes.push('The body has too many values, and is left out.')
    return noBody
  }
}

/** Fields of a form. */
const maxFields = 30

interface Templating {
  readonly names: Names
  readonly notes: string[]
  readonly name: string
  readonly depth: number
}

/** Returns a body with a place for each value of a schema. */
function template(reading: Reading, given: unknown, at: Templating): unknown {
  const { names, notes, name, depth } = at
  const schema = resolve(reading, given)
  const members = membersOf(reading, schema)
  if (members === null || depth >= maxDepth) return names.place(name, typeOf(schema))
  return Object.fromEntries(
    members.map(([member, one]) => [
      member,
      template(reading, one, { names, notes, name: depth === 0 ? member : `${name} ${member}`, depth: depth + 1 }),
    ]),
  )
}

/** Members of an object, with those of all parts that it consists of; null for anything else. */
function membersOf(reading: Reading, schema: unknown, depth = 0): [string, unknown][] | null {
  if (!isObject(schema) || depth > maxDepth) return null
  const parts = Array.isArray(schema['allOf']) ? schema['allOf'] : []
  const own = isObject(schema['properties']) ? Object.entries(schema['properties']) : []
  const others = parts.flatMap((part) => membersOf(reading, resolve(reading, part), depth + 1) ?? [])
  const all = [...others, ...own]
  count(reading, all.length)
  return all.length === 0 ? null : [...new Map(all).entries()]
}

function entriesOf(reading: Reading, value: Json): [string, unknown][] {
  const entries = Object.entries(value)
  count(reading, entries.length)
  return entries
}

/** A small description can refer to a large object many times: by references, and in YAML by aliases. */
function count(reading: Reading, members: number): void {
  reading.members += members
  if (isSpent(reading)) throw new RangeError('Too many members.')
}

/** The list of rows in the answer, and its columns. */
function readAnswer(reading: Reading, responses: unknown): Pick<RestAdapter, 'rows' | 'columns'> {
  const nothing = { rows: '', columns: beginning.columns }
  if (!isObject(responses)) return nothing
  const success = entriesOf(reading, responses).find(([status]) => /^2(?:\d\d|XX)$/.test(status))?.[1]
  const found = resolve(reading, success ?? responses['default'])
  const content = isObject(found) && isObject(found['content']) ? found['content'] : {}
  const json = entriesOf(reading, content).find(([type]) => isJson(type))?.[1]
  const schema = isObject(json) ? resolve(reading, json['schema']) : null
  const own = columnsOf(reading, schema)
  if (own !== null) return { rows: '', columns: own }
  for (const [name, member] of membersOf(reading, schema) ?? []) {
    const columns = /[.\s{}[\]]/.test(name) ? null : columnsOf(reading, resolve(reading, member))
    if (columns !== null) return { rows: name, columns }
  }
  return nothing
}

/** Columns of a list of objects; null for anything else. */
function columnsOf(reading: Reading, schema: unknown): RestAdapter['columns'] | null {
  if (!isObject(schema) || (schema['type'] !== 'array' && schema['items'] === undefined)) return null
  const members = membersOf(reading, resolve(reading, schema['items'])) ?? []
  const columns = members
    .filter(([name]) => name !== '' && !/[.\s{}[\]]/.test(name))
    .slice(0, maxColumns)
    .map(([name]) => ({ key: toName(name), path: name }))
  const unique = [...new Map(columns.map((column) => [column.key, column])).values()]
  return unique.length === 0 ? [...beginning.columns] : unique
}

/** Follows references within the description. What leads elsewhere, or in a circle, is nothing. */
function resolve(reading: Reading, value: unknown): unknown {
  let found = value
  for (let depth = 0; isObject(found) && typeof found['$ref'] === 'string'; depth++) {
    if (depth > maxDepth || !found['$ref'].startsWith('#/') || found['$ref'].length > maxReference) return undefined
    found = found['$ref']
      .slice(2)
      .split('/')
      .reduce<unknown>((at, name) => {
        if (++reading.steps > maxSteps) throw new RangeError('Too many references.')
        const plain = name.replaceAll('~1', '/').replaceAll('~0', '~')
        return isObject(at) && Object.hasOwn(at, plain) ? at[plain] : undefined
      }, reading.root)
  }
  if (++reading.steps > maxSteps) throw new RangeError('Too many references.')
  return found
}

function typeOf(schema: unknown): ParameterType {
  const type = isObject(schema) ? schema['type'] : undefined
  switch (Array.isArray(type) ? type.find((one) => one !== 'null') : type) {
    case 'integer':
      return 'integer'
    case 'number':
      return 'number'
    case 'boolean':
      return 'boolean'
    case 'array':
      return 'list'
    case 'object':
      return 'object'
    default:
      return 'text'
  }
}

function mediaType(type: string): string {
  return type.split(';', 1)[0]?.trim().toLowerCase() ?? ''
}

function isFileType(type: string): boolean {
  return type === 'application/octet-stream' || type === 'application/pdf' || /^(?:image|audio|video)\//.test(type)
}

function isJson(type: string): boolean {
  const plain = mediaType(type)
  return plain === 'application/json' || plain.endsWith('+json') || plain === '*/*'
}
