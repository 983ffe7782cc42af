import { isSecret, isSecretValue } from './find-secrets.ts'
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

/** Levels of folders. */
const maxDepth = 20
/** Entries of all lists of one collection. */
const maxSteps = 200_000
/** Characters of a body that count as one entry. */
const bodyStep = 50

/** Counts what is read: a small collection in YAML can refer to a list or a text many times by aliases. */
interface Reading {
  steps: number
}

function count(reading: Reading, steps: number): void {
  reading.steps += steps
  if (reading.steps > maxSteps) throw new RangeError('Too many entries.')
}

/**
 * Reads the requests of a Postman collection (version 2). Variables become parameters.
 *
 * @throws RangeError where it is too large.
 */
export function readPostman(root: Json): ImportedRequest[] {
  const reading: Reading = { steps: 0 }
  const requests: ImportedRequest[] = []
  const walk = (items: unknown, place: string, depth: number) => {
    if (depth > maxDepth) return
    for (const [index, item] of listIn(reading, items).entries()) {
      if (!isObject(item) || requests.length === maxRequests) continue
      const ref = place === '' ? String(index + 1) : `${place}.${index + 1}`
      walk(item['item'], ref, depth + 1)
      const request = isObject(item['request'])
        ? readRequest(reading, { ref, given: textIn(item['name'], 100), request: item['request'] })
        : null
      if (request !== null) requests.push(request)
    }
  }
  walk(root['item'], '', 0)
  return requests
}

interface Found {
  readonly ref: string
  /** The name in the collection. */
  readonly given: string
  readonly request: Json
}

function readRequest(reading: Reading, { ref, given, request }: Found): ImportedRequest | null {
  const method = textIn(request['method']).toUpperCase() || 'GET'
  const url = request['url']
  if (!isMethod(method) || !isObject(url)) return null
  const names = createNames()
  const notes: string[] = []
  // Postman names a request without a name by its address, with all values of the query.
  const name = isAddress(given) || isSecretValue(given) ? '' : given
  const parts = listIn(reading, url['path']).map((part) => textIn(part))
  const path = parts
    .filter((part) => part !== '')
    .map((part, at) => {
      if (part.startsWith(':')) return names.place(part.slice(1))
      const filled = fill(part, names)
      if (!isSecretValue(filled)) return encodeLeft(filled)
      notes.push(secretNote(`part ${at + 1} of the path`))
      return names.place(`path part ${at + 1}`)
    })
    .join('/')
  const query = pairs(reading, url['query']).map(([key, value]) => {
    const filled = fill(value, names)
    if (!isSecret(key, filled)) return { name: key, value: filled }
    notes.push(secretNote(`the query parameter “${key}”`))
    return { name: key, value: names.place(`query ${key}`) }
  })
  const headers = pairs(reading, request['header'])
    .filter(([key]) => !leftHeaders.has(key.toLowerCase()))
    .map(([key, value]) => ({ name: key, value: fill(value, names) }))
    .filter(({ name: header, value }) => {
      if (!isSecret(header, value)) return true
      notes.push(
        `The header “${header}” may contain a secret, and is left out. Enter it at the sign-in of the connection.`,
      )
      return false
    })
  const body = method === 'GET' ? noBody : readBody(reading, request['body'], names, notes)
  return {
    ref,
    key: toName(name === '' ? `${method.toLowerCase()} ${path}` : name),
    name: name === '' ? `${method} /${path}`.slice(0, 100) : name,
    description: readDescription(request, notes),
    settings: {
      ...{ ...beginning, method, path: path === '' ? '' : `/${path}`, query, headers, ...body },
      types: names.types,
    },
    notes,
  }
}

function isAddress(name: string): boolean {
  return name.includes('://') || (name.includes('?') && name.includes('='))
}

function secretNote(place: string): string {
  return `The value of ${place} may be a secret, and is left out. It is a parameter of the adapter now.`
}

function listIn(reading: Reading, value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) return []
  count(reading, value.length)
  return value
}

/** Returns the enabled entries of a list. */
function pairs(reading: Reading, list: unknown): [string, string][] {
  return listIn(reading, list)
    .filter((one): one is Json => isObject(one) && one['disabled'] !== true && textIn(one['key']) !== '')
    .map((one) => [textIn(one['key'], 100), textIn(one['value'], 400)])
}

/** Writes variables of Postman as places. */
function fill(text: string, names: Names): string {
  return text.replaceAll(/\{\{([^{}]*)\}\}/g, (_, name: string) => names.place(name)).slice(0, 500)
}

/** Signs that a path of an adapter cannot have, besides places. */
function encodeLeft(part: string): string {
  return part.replaceAll(/[\s?#<>"'`\\]/g, (sign) => encodeURIComponent(sign))
}

function readBody(reading: Reading, given: unknown, names: Names, notes: string[]): ImportedBody {
  if (!isObject(given) || given['mode'] === undefined) return noBody
  switch (given['mode']) {
    case 'urlencoded':
      return { ...noBody, bodyKind: 'form', fields: readFields(reading, given['urlencoded'], names, notes) }
    case 'formdata':
      return { ...noBody, bodyKind: 'multipart', fields: readFields(reading, given['formdata'], names, notes) }
    case 'file':
      return { ...noBody, bodyKind: 'file', body: names.place('file') }
    default:
      return { ...noBody, body: readRaw(reading, given, names, notes) }
  }
}

/** Fields of a form. */
const maxFields = 30

function readFields(reading: Reading, list: unknown, names: Names, notes: string[]): ImportedBody['fields'] {
  const files = new Set(
    listIn(reading, list)
      .filter((one): one is Json => isObject(one) && one['type'] === 'file')
      .map((one) => one['key']),
  )
  return pairs(reading, list)
    .slice(0, maxFields)
    .map(([name, value]) => {
      if (files.has(name)) return { name, value: names.place(name), fileName: names.place(`${name} file name`) }
      const filled = fill(value, names)
      if (!isSecret(name, filled)) return { name, value: filled, fileName: '' }
      notes.push(secretNote(`“${name}” in the body`))
      return { name, value: names.place(`body ${name}`), fileName: '' }
    })
}

function readRaw(reading: Reading, given: Json, names: Names, notes: string[]): string {
  if (given['mode'] !== 'raw' || typeof given['raw'] !== 'string') {
    notes.push('The body is not JSON, and is left out.')
    return ''
  }
  count(reading, given['raw'].length / bodyStep)
  // A variable without quotation marks stands for a value of any type.
  const text = given['raw'].replaceAll(
    /(?<!")\{\{([^{}"]*)\}\}(?!")/g,
    (_, name: string) => `"${names.place(name, 'any')}"`,
  )
  const filled = text.replaceAll(/\{\{([^{}"]*)\}\}/g, (_, name: string) => names.place(name))
  try {
    return filled.trim() === '' ? '' : JSON.stringify(JSON.parse(filled, withoutSecret), null, 2)
  } catch {
    notes.push('The body is not JSON, and is left out.')
    return ''
  }

  function withoutSecret(member: string, value: unknown): unknown {
    const texts = Array.isArray(value) ? value : [value]
    const isFound = texts.some(
      (one) => (typeof one === 'string' || typeof one === 'number') && isSecret(member, String(one)),
    )
    if (!isFound) return value
    notes.push(secretNote(`“${member}” in the body`))
    return names.place(`body ${member}`, typeof value === 'string' ? 'text' : 'any')
  }
}
