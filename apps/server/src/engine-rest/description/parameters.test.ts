import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { ListParameters } from '../http/call.ts'
import { routes } from '../routes.ts'

interface Schema {
  readonly $ref?: string
  readonly enum?: readonly (string | null)[]
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly allOf?: readonly Schema[]
}

const { operations, schemas } = JSON.parse(readFileSync(join(import.meta.dirname, 'camunda.gen.json'), 'utf8')) as {
  operations: Readonly<
    Record<string, { query?: Readonly<Record<string, Schema>>; body?: Readonly<Record<string, Schema>> }>
  >
  schemas: Readonly<Record<string, Schema>>
}

function propertiesOf({ $ref, properties = {}, allOf = [] }: Schema = {}): Readonly<Record<string, Schema>> {
  const parts = [...allOf, ...($ref === undefined ? [] : [schemas[$ref.split('/').at(-1) ?? ''] ?? {}])]
  return Object.assign({ ...properties }, ...parts.map(propertiesOf))
}

const paging = ['firstResult', 'maxResults', 'sortBy', 'sortOrder', 'sorting']
/** How values are shown, which no list is narrowed by. */
const shown = ['deserializeValues']

const lists = routes.flatMap(({ method, path, list }) => {
  const name = `${method} ${path}`
  const described = operations[name]
  return list === undefined || described === undefined ? [] : [{ name, list, described }]
})

describe('the parameters of lists', () => {
  it.each(lists)('are all read: $name', ({ list, described: { query = {}, body = {} } }) => {
    const sent = propertiesOf(body['application/json'])
    expect(unread(list, [...Object.keys(query), ...Object.keys(sent)])).toEqual([])
    const sorting = propertiesOf(sent.sorting?.items).sortBy?.enum ?? []
    const sorts = [...(query.sortBy?.enum ?? []), ...sorting].flatMap((sort) => sort?.trim() ?? [])
    expect(sorts.filter((sort) => !list.sorts.includes(sort))).toEqual([])
  })

  it('are checked for every list that Camunda describes', () => {
    expect(lists.length).toBeGreaterThan(80)
  })
})

function unread({ filters, hasOrQueries }: ListParameters, names: readonly string[]): string[] {
  const known = new Set([...filters, ...paging, ...shown, ...(hasOrQueries ? ['orQueries'] : [])])
  return [...new Set(names)].filter((name) => !known.has(name))
}

describe('the operations that Camunda describes', () => {
  const guide = readFileSync(join(import.meta.dirname, '../../../../../docs/guide/engine-rest-operations.md'), 'utf8')
  const listed = [...guide.matchAll(/^\| `(\w+) (\/\S+)` \| (yes|no)/gm)].map(([, method, path = '', answer]) => ({
    name: `${method} ${path.replaceAll(/\{[^}]+\}/g, '{}')}`,
    answer,
  }))
  // `GET /engine` is answered without credentials, by a route of its own.
  const served = new Set([
    ...routes.map(({ method, path }) => `${method} ${path.replaceAll(/:\w+/g, '{}')}`),
    'GET /engine',
  ])

  it('are 399, and have a route where the guide says yes', () => {
    expect(listed).toHaveLength(399)
    expect(listed.filter(({ name, answer }) => served.has(name) !== (answer === 'yes'))).toEqual([])
  })
})
