import { attribute, defaultLimits, describeFault, parseXml } from '@millrace/xml'
import { readYaml } from '../imports/read-yaml.ts'
import { freeName, type ImportedRequest, isObject, type ReadImport, textIn } from './import-text.ts'
import { readOpenApi } from './read-openapi.ts'
import { readPostman } from './read-postman.ts'
import { readWsdl } from './read-wsdl.ts'
import { wsdl } from './wsdl-declarations.ts'

/** Reads a description that is JSON; null: it is another format. */
export function parseDescription(text: string): { readonly ok: true; readonly value: unknown } | null {
  try {
    return { ok: true, value: JSON.parse(text) }
  } catch {
    return null
  }
}

/** Reads a description that is no JSON: an OpenAPI 3 description as YAML, or WSDL 1.1. */
export function readInterface({ text }: { readonly text: string }): ReadImport {
  if (
    text
      .trimStart()
      .replace(/^\uFEFF/, '')
      .startsWith('<')
  )
    return readXml(text)
  const parsed = readYaml({ text })
  return parsed.ok ? readImport(parsed.value) : fault(`Expected JSON or YAML, but it cannot be read: ${parsed.fault}.`)
}

const tooLarge = 'Expected a smaller description: this one is too large to be read.'
const wsdl2 = 'http://www.w3.org/ns/wsdl'

function readXml(text: string): ReadImport {
  const parsed = parseXml(text.trim())
  if (!parsed.ok) return fault(describeFault(parsed.fault, defaultLimits))
  const { root } = parsed
  if (root.uri === wsdl2) return fault('Expected WSDL 1.1, but this is WSDL 2.0. Most services offer both.')
  if (root.uri !== wsdl || root.name !== 'definitions')
    return fault('Expected a WSDL 1.1 description, but this is other XML.')
  try {
    const requests = unique(readWsdl(root))
    if (requests.length === 0)
      return fault(
        'Expected operations of a service that speaks SOAP, but there are none. They may be in another file.',
      )
    return { ok: true, title: textIn(attribute(root, 'name')), requests }
  } catch (error) {
    if (error instanceof RangeError) return fault(tooLarge)
    throw error
  }
}

/** Reads a parsed OpenAPI 3 description or Postman collection. */
export function readImport(root: unknown): ReadImport {
  if (!isObject(root))
    return fault('Expected an OpenAPI or WSDL description or a Postman collection, but it is none of these.')
  const info = isObject(root['info']) ? root['info'] : {}
  try {
    if (typeof root['openapi'] === 'string' && root['openapi'].startsWith('3.'))
      return { ok: true, title: textIn(info['title']), requests: unique(readOpenApi(root)) }
    if (Array.isArray(root['item']) && isObject(root['info']))
      return { ok: true, title: textIn(info['name']), requests: unique(readPostman(root)) }
  } catch (error) {
    if (error instanceof RangeError) return fault(tooLarge)
    throw error
  }
  if (typeof root['swagger'] === 'string')
    return fault('Expected OpenAPI 3, but this is Swagger 2. Convert the description to OpenAPI 3 first.')
  return fault('Expected an OpenAPI 3 or WSDL 1.1 description or a Postman collection, but it is none of these.')
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
