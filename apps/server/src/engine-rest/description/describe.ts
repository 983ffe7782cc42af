import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Route } from '../http/call.ts'

/** A schema of JSON Schema 2020-12, as OpenAPI 3.1 has them. */
export type Schema = Readonly<Record<string, unknown>>

/** The description of a call; members that are missing are the same for all calls. */
export interface DescribedCall {
  readonly operationId: string | null
  readonly tag: string | null
  readonly query?: Readonly<Record<string, Schema>>
  /** By media type. */
  readonly body?: Readonly<Record<string, Schema>>
  /** By status and media type; without any there is no body. */
  readonly answers: Readonly<Record<string, Readonly<Record<string, Schema>>>>
}

/** Returns the description of this surface as OpenAPI 3.1: Camunda's description of its calls, with our differences. */
export function describeEngineRest(routes: readonly Route[], version: string): Schema {
  const { operations, schemas } = readCamunda()
  const paths: Record<string, Record<string, unknown>> = {}
  for (const { method, path } of routes) {
    const template = path.replaceAll(/:(\w+)/g, '{$1}')
    const name = `${method} ${template}`
    const call = { ...operations[name], ...ownCalls[name] } as DescribedCall
    if (call.answers === undefined) throw new Error(`Expected a description of ${name}, but there is none.`)
    paths[template] ??= {}
    paths[template][method.toLowerCase()] = presentCall(call, template)
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Millrace, REST API for workers and tools',
      version,
      description:
        'The calls of Camunda 7.24 that exist here, and what they answer. Shapes are taken from Camunda’s own description (Apache License 2.0).',
    },
    servers: [{ url: '/engine-rest' }, { url: '/engine-rest/engine/default' }],
    security: [{ password: [] }, { token: [] }],
    paths,
    components: {
      schemas: { ...schemas, ...ownSchemas, ...mended(schemas) },
      securitySchemes: { password: { type: 'http', scheme: 'basic' }, token: { type: 'http', scheme: 'bearer' } },
    },
  }
}

interface Camunda {
  readonly operations: Readonly<Record<string, DescribedCall>>
  readonly schemas: Readonly<Record<string, Schema>>
}

function readCamunda(): Camunda {
  return JSON.parse(readFileSync(join(import.meta.dirname, 'camunda.gen.json'), 'utf8')) as Camunda
}

function presentCall({ operationId, tag, query = {}, body, answers }: DescribedCall, template: string): unknown {
  const inPath = [...template.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))
  const inQuery = Object.entries(query).map(([name, schema]) => ({ name, in: 'query', schema }))
  return {
    ...(operationId === null ? {} : { operationId }),
    ...(tag === null ? {} : { tags: [tag] }),
    parameters: [...inPath, ...inQuery],
    ...(body === undefined ? {} : { requestBody: { content: presentContent(body) } }),
    responses: {
      ...Object.fromEntries(Object.entries(answers).map(([status, content]) => [status, presentAnswer(content)])),
      ...refusals,
    },
  }
}

function presentAnswer(content: Readonly<Record<string, Schema>>): unknown {
  return Object.keys(content).length === 0
    ? { description: 'Done.' }
    : { description: 'What was asked for.', content: presentContent(content) }
}

function presentContent(content: Readonly<Record<string, Schema>>): unknown {
  return Object.fromEntries(Object.entries(content).map(([type, schema]) => [type, { schema }]))
}

const refusal = { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } }

/** The refusals that every call may answer. Nothing has changed then. */
const refusals = {
  401: { description: 'Nobody who is known: the body is empty.' },
  '4XX': { description: 'Refused: the message says why.', content: refusal },
  431: {
    description: 'The address or a header is too long: refused before it is known what is asked.',
    content: { 'application/json': { schema: { $ref: '#/components/schemas/TooLong' } } },
  },
  503: { description: 'The database does not answer, or the server is too busy. Try again.', content: refusal },
}

const ownSchemas: Readonly<Record<string, Schema>> = {
  Refusal: {
    type: 'object',
    properties: {
      type: { type: 'string' },
      message: { type: 'string' },
      // Null where the call is refused before the engine is asked.
      code: { type: ['integer', 'null'] },
      details: {},
    },
    required: ['type', 'message', 'code'],
  },
  TooLong: {
    type: 'object',
    properties: { code: { type: 'string' }, message: { type: 'string' }, requestId: { type: 'string' } },
    required: ['code', 'message', 'requestId'],
  },
}

function forPaths(
  paths: readonly string[],
  describe: (path: string) => readonly [string, Partial<DescribedCall>],
): Readonly<Record<string, Partial<DescribedCall>>> {
  return Object.fromEntries(paths.map(describe))
}

const done: DescribedCall['answers'] = { 204: {} }
const count: DescribedCall['answers'] = { 200: { 'application/json': { $ref: '#/components/schemas/CountResultDto' } } }
const json = (schema: Schema): Readonly<Record<string, Schema>> => ({ 'application/json': schema })

/** Where Camunda describes otherwise than it takes and gives: properties of schemas. A value is of any type. */
const mendedProperties: Readonly<Record<string, Readonly<Record<string, Schema>>>> = {
  HistoricDetailDto: { value: {}, fieldValue: {} },
  HistoricDecisionInputInstanceDto: { value: {} },
  HistoricDecisionOutputInstanceDto: { value: {} },
  HistoricVariableInstanceQueryDto: { variableValue: {} },
}

function mended(schemas: Readonly<Record<string, Schema>>): Record<string, Schema> {
  const entries = Object.entries(mendedProperties).map(([name, properties]): [string, Schema] => {
    const schema = schemas[name]
    if (schema === undefined) throw new Error(`Expected a schema ${name}, but Camunda describes none.`)
    return [name, { ...schema, properties: { ...(schema.properties as Schema), ...properties } }]
  })
  return Object.fromEntries(entries)
}

/** Calls that Camunda does not describe, and what ours answer otherwise. */
const ownCalls: Readonly<Record<string, Partial<DescribedCall>>> = {
  'POST /process-instance/{id}/ad-hoc/{subProcessId}/activate': {
    operationId: 'activateAdHocActivity',
    tag: 'Process Instance',
    body: json({ type: 'object', properties: { activityId: { type: 'string' } }, required: ['activityId'] }),
    answers: done,
  },
  'POST /process-instance/{id}/ad-hoc/{subProcessId}/complete': {
    operationId: 'completeAdHocSubProcess',
    tag: 'Process Instance',
    answers: done,
  },
  ...forPaths(
    ['/process-definition/{id}', '/process-definition/key/{key}', '/process-definition/key/{key}/tenant-id/{tenantId}'],
    // As Camunda does, whatever it describes.
    (path) => [`DELETE ${path}`, { answers: { 200: { 'application/json': { type: 'null' } } } }],
  ),
  'GET /history/external-task-log/{id}/error-details': {
    // Nothing where the worker told none.
    answers: { 200: { 'text/plain': { type: 'string' } }, ...done },
  },
  'POST /history/detail/count': {
    operationId: 'queryHistoricDetailsCount',
    tag: 'Historic Detail',
    answers: count,
  },
}
