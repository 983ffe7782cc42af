import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { routes } from '../apps/server/src/engine-rest/routes.ts'
import { root } from './run-tool.ts'

/**
 * Writes what of Camunda's description of its REST API is about calls of ours: parameters, bodies and answers, without
 * the prose, in the words of OpenAPI 3.1.
 *
 *   npm run node -- scripts/describe-engine-rest.ts FILE
 *
 * FILE is `openapi.json` of Camunda 7.24 (Apache License 2.0), which its package `camunda-engine-rest-openapi` has.
 */
type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json }
type JsonObject = { readonly [name: string]: Json }

const [file] = process.argv.slice(2)
if (file === undefined) throw new Error('Expected the path of Camunda’s openapi.json, but there is none.')
const given = JSON.parse(readFileSync(file, 'utf8')) as { paths: JsonObject; components: { schemas: JsonObject } }

// Words of OpenAPI that say nothing a program could use.
const prose = new Set(['description', 'summary', 'externalDocs', 'example', 'examples', 'title'])
const operations: Record<string, Json> = {}
for (const { method, path } of routes) {
  const template = findTemplate(path)
  const operation = template === undefined ? undefined : (given.paths[template] as JsonObject)[method.toLowerCase()]
  if (operation !== undefined)
    operations[`${method} ${path.replaceAll(/:(\w+)/g, '{$1}')}`] = compact(convert(operation) as JsonObject)
}
const schemas: Record<string, Json> = {}
collect(operations)
const target = join(root, 'apps/server/src/engine-rest/description/camunda.gen.json')
writeFileSync(target, `{\n"operations": ${writeLines(operations)},\n"schemas": ${writeLines(schemas)}\n}\n`)

/** One entry a line, so that a change can be read. */
function writeLines(entries: JsonObject): string {
  const lines = Object.entries(entries).map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`)
  return `{\n${lines.join(',\n')}\n}`
}

/** The path as Camunda writes it: its parameters have other names. */
function findTemplate(path: string): string | undefined {
  const shape = (text: string) => text.replaceAll(/\{[\w-]+\}|:\w+/g, '*')
  return Object.keys(given.paths).find((template) => shape(template) === shape(path))
}

/** Returns the members of a call that differ from the common ones. */
function compact({ operationId = null, tags, parameters = [], requestBody, responses }: JsonObject): JsonObject {
  const query = (parameters as JsonObject[]).filter((one) => one.in === 'query')
  const body = (requestBody as JsonObject | undefined)?.content
  const answers = Object.entries((responses ?? {}) as JsonObject).filter(([status]) => status.startsWith('2'))
  return {
    operationId,
    tag: (tags as string[] | undefined)?.[0] ?? null,
    ...(query.length > 0 && {
      query: Object.fromEntries(query.map(({ name, schema = {} }) => [String(name), schema])),
    }),
    ...(body !== undefined && { body: byType(body) }),
    answers: Object.fromEntries(
      answers.map(([status, answer]) => [status, byType((answer as JsonObject).content ?? {})]),
    ),
  }
}

/** Schemas by media type. */
function byType(content: Json): JsonObject {
  return Object.fromEntries(
    Object.entries(content as JsonObject).map(([type, one]) => [type, (one as JsonObject).schema ?? {}]),
  )
}

/** `isNamed`: the keys are names of the API, not words of OpenAPI. */
function convert(value: Json, isNamed = false): Json {
  if (Array.isArray(value)) return value.map((item) => convert(item))
  if (value === null || typeof value !== 'object') return value
  const entries = Object.entries(value as JsonObject)
    .filter(([name]) => isNamed || !prose.has(name))
    .map(([name, item]): [string, Json] => [name, convert(item, !isNamed && name === 'properties')])
    // Camunda's fields that refer to another schema cannot say that there may be none.
    .map(([name, item]): [string, Json] => [
      name,
      isNamed && isReference(item) && !isAnyValue(item) ? { anyOf: [item, { type: 'null' }] } : item,
    ])
  const { nullable, ...rest } = Object.fromEntries(entries)
  if (isNamed) return Object.fromEntries(entries)
  return exactTimes(nullable === true ? orNull(rest) : rest)
}

/** Any value may be null. Generators of Java clients use a class that does not exist for it or null. */
function isAnyValue(schema: Json): boolean {
  return (schema as JsonObject).$ref === '#/components/schemas/AnyValue'
}

function isReference(schema: Json): boolean {
  return schema !== null && typeof schema === 'object' && '$ref' in schema
}

function orNull(schema: JsonObject): JsonObject {
  const { type, enum: values } = schema
  if (type === undefined) return schema
  return { ...schema, type: [type, 'null'], ...(Array.isArray(values) && { enum: [...values, null] }) }
}

/** Camunda writes the offset without a colon, which is no `date-time` of JSON schema. */
function exactTimes(schema: JsonObject): JsonObject {
  if (schema.format !== 'date-time') return schema
  const { format: _, ...rest } = schema
  return { ...rest, pattern: '^-?\\d{4,6}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}[+-]\\d{4}$' }
}

/** Schemas that are referred to, and those that they refer to. */
function collect(value: Json): void {
  if (Array.isArray(value)) for (const item of value) collect(item)
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return
  for (const [key, item] of Object.entries(value)) {
    const name = key === '$ref' ? String(item).split('/').at(-1) : undefined
    if (name === undefined) collect(item as Json)
    else if (schemas[name] === undefined) {
      schemas[name] = {}
      const schema = convert(given.components.schemas[name] ?? {})
      schemas[name] = schema
      collect(schema)
    }
  }
}
