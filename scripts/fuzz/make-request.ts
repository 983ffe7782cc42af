import { type Description, type Operation, resolve, type Schema } from './description.ts'
import { hostileBodies, hostileJson, hostileTexts, rawTexts } from './hostile.ts'
import type { Random } from './random.ts'

/** A request of the fuzzer. */
export interface FuzzRequest {
  readonly method: string
  /** Path and query. */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array | null
}

/** Existing ids and names, by the name of the field or parameter in which they were found. */
export interface Things {
  find(name: string, random: Random): string | undefined
}

export interface Making {
  readonly description: Description
  readonly random: Random
  readonly things: Things
}

/** Creates a request: mostly valid by the description, with some hostile values. */
export function makeRequest(operation: Operation, making: Making): FuzzRequest {
  const { random } = making
  const path = operation.path.replaceAll(/\{([\w-]+)\}/g, (_, name: string) => makeSegment(name, operation, making))
  const query = makeQuery(operation, making)
  const body = makeBody(operation, making)
  const accept = random.chance(0.9)
    ? 'application/json'
    : random.pick(['*/*', 'text/html', 'application/xml', ';;', ''])
  return {
    method: operation.method,
    url: query === '' ? path : `${path}?${query}`,
    headers: { accept, ...(body === null ? {} : { 'content-type': body.type }) },
    body: body?.text ?? null,
  }
}

function makeSegment(name: string, { path }: Operation, { random, things }: Making): string {
  if (random.chance(0.05)) return random.pick(rawTexts)
  if (random.chance(0.15)) return encodeURIComponent(random.pick(hostileTexts).toWellFormed()) || 'x'
  const kind = name === 'id' || name === 'key' ? `${path.split(`/{${name}}`)[0]?.split('/').at(-1)}.${name}` : name
  return encodeURIComponent(things.find(kind, random) ?? things.find(name, random) ?? 'x')
}

function makeQuery({ query }: Operation, { random, things }: Making): string {
  const names = Object.keys(query)
  if (names.length === 0) return random.chance(0.05) ? 'nothing=1' : ''
  const count = random.chance(0.3) ? 0 : 1 + random.below(3)
  const parts: string[] = []
  for (let index = 0; index < count; index++) {
    const name = random.pick(names)
    const schema = query[name] ?? {}
    if (random.chance(0.03)) parts.push(`${name}=${random.pick(rawTexts)}`)
    else if (random.chance(0.4)) parts.push(`${name}=${encodeURIComponent(random.pick(hostileTexts).toWellFormed())}`)
    else parts.push(`${name}=${encodeURIComponent(sampleText(name, schema, { random, things }))}`)
    // Sorting needs both.
    if (name === 'sortBy' && random.chance(0.8)) parts.push('sortOrder=asc')
    if (name === 'sortOrder' && query.sortBy !== undefined)
      parts.push(`sortBy=${encodeURIComponent(sampleText('sortBy', query.sortBy, { random, things }))}`)
  }
  return parts.join('&')
}

function sampleText(name: string, schema: Schema, { random, things }: Pick<Making, 'random' | 'things'>): string {
  if (schema.enum !== undefined && schema.enum.length > 0) return String(random.pick(schema.enum))
  const types = [schema.type].flat()
  if (types.includes('boolean')) return random.pick(['true', 'false'])
  if (types.includes('integer') || types.includes('number')) return String(random.below(100))
  if (schema.pattern?.includes('\\d{2}:')) return '2030-01-07T09:00:00.000+0000'
  return things.find(name, random) ?? random.pick(['a', 'note', 'work'])
}

function makeBody({ body, method }: Operation, making: Making): { type: string; text: string | Uint8Array } | null {
  const { random } = making
  if (method === 'GET' || method === 'OPTIONS') return null
  if (random.chance(0.06)) return random.pick(hostileBodies)
  const [type, schema] = Object.entries(body)[0] ?? []
  if (type === undefined || schema === undefined)
    return random.chance(0.7) ? null : { type: 'application/json', text: '{}' }
  if (type.startsWith('multipart')) return makeMultipart(making)
  return { type: 'application/json', text: makeJson(schema, '', making, 0) }
}

/** JSON text: a number that no double holds can be written, but not held. */
function makeJson(given: Schema, name: string, making: Making, depth: number): string {
  const { random, description, things } = making
  // Whoever asks to wait for work is made to wait.
  const isWaitedFor = name === 'asyncResponseTimeout'
  if (!isWaitedFor && random.chance(depth === 0 ? 0.02 : 0.12)) return random.pick(hostileJson)
  const schema = resolve(given, description)
  const choices = schema.anyOf ?? schema.oneOf ?? schema.allOf
  if (choices !== undefined && choices.length > 0)
    return schema.allOf === undefined
      ? makeJson(random.pick(choices), name, making, depth)
      : makeObject(merge(choices, description), making, depth)
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum !== undefined && schema.enum.length > 0) return JSON.stringify(random.pick(schema.enum))
  const type = [schema.type].flat().find((one) => one !== 'null')
  switch (type) {
    case 'object':
      return makeObject(schema, making, depth)
    case 'array':
      return makeArray(schema, name, making, depth)
    case 'integer':
    case 'number':
      return String(name === 'asyncResponseTimeout' ? random.below(20) : random.pick([0, 1, 2, 7, 100, 60_000]))
    case 'boolean':
      return random.pick(['true', 'false'])
    case 'string':
      return JSON.stringify(sampleText(name, schema, { random, things }))
    default:
      return schema.properties === undefined ? makeAny(random) : makeObject(schema, making, depth)
  }
}

function makeAny(random: Random): string {
  return random.pick(['1', '"text"', 'true', '{"value": "text", "type": "String"}', '{"value": 5}', 'null'])
}

function makeObject(schema: Schema, making: Making, depth: number): string {
  const { random } = making
  if (depth > 5) return '{}'
  const own = Object.entries(schema.properties ?? {})
  const required = new Set(schema.required ?? [])
  // Few of many, else hardly any query finds anything.
  const share = own.length > 12 ? 3 / own.length : 0.6
  const fields = own
    .filter(([name]) => required.has(name) || random.chance(share))
    .map(([name, one]) => `${JSON.stringify(name)}:${makeJson(one, name, making, depth + 1)}`)
  if (typeof schema.additionalProperties === 'object')
    for (const name of ['note', random.pick(['n', 'x y', '', '__proto__', 'a'.repeat(300)])])
      fields.push(`${JSON.stringify(name)}:${makeJson(schema.additionalProperties, name, making, depth + 1)}`)
  if (random.chance(0.02)) fields.push('"__proto__":{"a":1}')
  return `{${fields.join(',')}}`
}

function makeArray(schema: Schema, name: string, making: Making, depth: number): string {
  const items = Array.from({ length: making.random.below(3) }, () =>
    makeJson(schema.items ?? {}, name, making, depth + 1),
  )
  return `[${items.join(',')}]`
}

function merge(parts: readonly Schema[], description: Description): Schema {
  return Object.assign({}, ...parts.map((part) => resolve(part, description)), {
    properties: Object.assign({}, ...parts.map((part) => resolve(part, description).properties ?? {})),
  })
}

function makeMultipart({ random }: Making): { type: string; text: string } {
  const names = [
    'data',
    'file',
    'deployment-name',
    'deploy-changed-only',
    'content',
    'logo',
    'productName',
    'valueType',
  ]
  const parts = Array.from({ length: random.below(4) }, () => {
    const name = random.pick(names)
    const file = random.chance(0.5)
      ? `; filename="${random.pick(['a.txt', 'm.bpmn', 'd.dmn', '../x', 'ü.bpmn', ''])}"`
      : ''
    const content = random.pick([
      'text',
      '',
      '\0',
      '<definitions/>',
      '<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" targetNamespace="t"><process id="p" isExecutable="true"/></definitions>',
      random.pick(hostileTexts),
    ])
    return `--x\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n${content.toWellFormed()}\r\n`
  })
  return { type: 'multipart/form-data; boundary=x', text: `${parts.join('')}--x--\r\n` }
}
