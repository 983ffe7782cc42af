import {
  beginning,
  createNames,
  type ImportedRequest,
  isMethod,
  isObject,
  leftHeaders,
  maxRequests,
  type Names,
  textIn,
  toName,
} from './import-text.ts'

type Json = Readonly<Record<string, unknown>>

/** Levels of folders. */
const maxDepth = 20

/** Reads the requests of a Postman collection (version 2). Variables become parameters. */
export function readPostman(root: Json): ImportedRequest[] {
  const requests: ImportedRequest[] = []
  const walk = (items: unknown, place: string, depth: number) => {
    if (!Array.isArray(items) || depth > maxDepth) return
    for (const [index, item] of items.entries()) {
      if (!isObject(item) || requests.length === maxRequests) continue
      const ref = place === '' ? String(index + 1) : `${place}.${index + 1}`
      walk(item['item'], ref, depth + 1)
      const request = isObject(item['request']) ? readRequest(ref, textIn(item['name'], 100), item['request']) : null
      if (request !== null) requests.push(request)
    }
  }
  walk(root['item'], '', 0)
  return requests
}

function readRequest(ref: string, name: string, request: Json): ImportedRequest | null {
  const method = textIn(request['method']).toUpperCase() || 'GET'
  const url = request['url']
  if (!isMethod(method) || !isObject(url)) return null
  const names = createNames()
  const notes: string[] = []
  const parts = Array.isArray(url['path']) ? url['path'].map((part) => textIn(part)) : []
  const path = parts
    .filter((part) => part !== '')
    .map((part) => (part.startsWith(':') ? names.place(part.slice(1)) : encodeLeft(fill(part, names))))
    .join('/')
  const query = pairs(url['query']).map(([key, value]) => ({ name: key, value: fill(value, names) }))
  const headers = pairs(request['header'])
    .filter(([key]) => !leftHeaders.has(key.toLowerCase()))
    .map(([key, value]) => ({ name: key, value: fill(value, names) }))
  const body = method === 'GET' ? '' : readBody(request['body'], names, notes)
  return {
    ref,
    key: toName(name === '' ? `${method.toLowerCase()} ${path}` : name),
    name: name === '' ? `${method} /${path}`.slice(0, 100) : name,
    description: textIn(request['description'], 500),
    settings: {
      ...{ ...beginning, method, path: path === '' ? '' : `/${path}`, query, headers, body },
      types: names.types,
    },
    notes,
  }
}

/** Returns the enabled entries of a list. */
function pairs(list: unknown): [string, string][] {
  if (!Array.isArray(list)) return []
  return list
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

function readBody(given: unknown, names: Names, notes: string[]): string {
  if (!isObject(given) || given['mode'] === undefined) return ''
  if (given['mode'] !== 'raw' || typeof given['raw'] !== 'string') {
    notes.push('The body is not JSON, and is left out.')
    return ''
  }
  // A variable without quotation marks stands for a value of any type.
  const text = given['raw'].replaceAll(
    /(?<!")\{\{([^{}"]*)\}\}(?!")/g,
    (_, name: string) => `"${names.place(name, 'any')}"`,
  )
  const filled = text.replaceAll(/\{\{([^{}"]*)\}\}/g, (_, name: string) => names.place(name))
  try {
    return filled.trim() === '' ? '' : JSON.stringify(JSON.parse(filled), null, 2)
  } catch {
    notes.push('The body is not JSON, and is left out.')
    return ''
  }
}
