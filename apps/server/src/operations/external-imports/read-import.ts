import { freeName, type ImportedRequest, isObject, type ReadImport, textIn } from './import-text.ts'
import { readOpenApi } from './read-openapi.ts'
import { readPostman } from './read-postman.ts'

/** Reads a description that is JSON; null: it is another format. */
export function parseDescription(text: string): { readonly ok: true; readonly value: unknown } | null {
  try {
    return { ok: true, value: JSON.parse(text) }
  } catch {
    return null
  }
}

/** Reads a parsed OpenAPI 3 description or Postman collection. */
export function readImport(root: unknown): ReadImport {
  if (!isObject(root)) return fault('Expected an OpenAPI description or a Postman collection, but it is neither.')
  const info = isObject(root['info']) ? root['info'] : {}
  try {
    if (typeof root['openapi'] === 'string' && root['openapi'].startsWith('3.'))
      return { ok: true, title: textIn(info['title']), requests: unique(readOpenApi(root)) }
    if (Array.isArray(root['item']) && isObject(root['info']))
      return { ok: true, title: textIn(info['name']), requests: unique(readPostman(root)) }
  } catch (error) {
    if (error instanceof RangeError) return fault('Expected a smaller description: this one is too large to be read.')
    throw error
  }
  if (typeof root['swagger'] === 'string')
    return fault('Expected OpenAPI 3, but this is Swagger 2. Convert the description to OpenAPI 3 first.')
  return fault('Expected an OpenAPI 3 description or a Postman collection, but it is neither.')
}

/** Each request with a key and a name of its own. */
function unique(requests: readonly ImportedRequest[]): ImportedRequest[] {
  const keys = new Set<string>()
  const names = new Set<string>()
  return requests.map((request) => {
    const key = freeName(request.key, keys)
    keys.add(key)
    const base = request.name.slice(0, 90)
    let name = base
    for (let number = 2; names.has(name.toLowerCase()); number++) name = `${base} ${number}`
    names.add(name.toLowerCase())
    return { ...request, key, name }
  })
}

function fault(sentence: string): ReadImport {
  return { ok: false, fault: sentence }
}
