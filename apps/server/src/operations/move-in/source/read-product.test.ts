import { describe, expect, it } from 'vitest'
import type { Columns } from './dialects/dialect.ts'
import type { SourceTables } from './open-source.ts'
import { readProduct } from './read-product.ts'

interface Database {
  readonly schema?: string
  readonly versions?: readonly string[]
  readonly properties?: Readonly<Record<string, string>>
  readonly tables?: readonly string[]
}

const ofCamunda = ['act_ru_ext_task', 'act_ru_authorization', 'act_ru_incident', 'act_hi_varinst']
const camunda = { 'camunda.installation.id': 'one' }

function read({ schema = 'fox', versions = ['7.24.0'], properties = camunda, tables = ofCamunda }: Database) {
  const rows: Readonly<Record<string, readonly object[]>> = {
    act_ge_property: Object.entries({ 'schema.version': schema, ...properties }).map(([name_, value_]) => ({
      name_,
      value_,
    })),
    act_ge_schema_log: versions.map((version_) => ({ version_ })),
  }
  const columns: Columns = new Map(
    ['act_ge_property', 'act_ru_execution', ...tables].map((name) => [name, new Map()] as const),
  )
  const select = async (table: string) => rows[table] ?? []
  return readProduct({ select } as unknown as SourceTables, columns)
}

describe('the product that wrote a database', () => {
  it('is Camunda 7.18 to 7.24, or a fork with these tables', async () => {
    expect(await read({ versions: ['7.18.0'] })).toEqual({
      installation: 'one',
      product: 'Camunda or CIB seven, tables of version 7.18.0',
    })
    expect(await read({ properties: { 'operaton.installation.id': 'two' } })).toEqual({
      installation: 'two',
      product: 'Operaton, tables of version 7.24.0',
    })
    expect((await read({ properties: { 'other.installation.id': 'three' } })).product).toContain('a fork of it')
    expect((await read({ properties: {} })).installation).toBe('camunda')
  })

  it('has the latest version of its upgrades, also when they have one time', async () => {
    expect((await read({ versions: ['7.9.0', '7.23.0', '7.10.0'] })).product).toContain('7.23.0')
  })

  it.each([
    [{ versions: ['7.17.0'] }, /Camunda or CIB seven wrote tables of version 7\.17\.0/],
    [{ versions: ['7.25.0'] }, /version 7\.25\.0/],
    [{ versions: ['8.0.0'] }, /version 8\.0\.0/],
    [{ versions: [] }, /older than version 7\.11/],
    [{ tables: ['act_ru_ext_task'] }, /lacks ACT_RU_AUTHORIZATION, ACT_RU_INCIDENT, ACT_HI_VARINST/],
    [{ schema: '7.2.0.2' }, /schema is “7\.2\.0\.2”, as Flowable and Activiti write it/],
    [{ schema: '' }, /schema is “”\./],
  ])('is refused with a sentence: %j', async (database, message) => {
    await expect(read(database)).rejects.toThrow(message)
    await expect(read(database)).rejects.toThrow('Nothing was moved.')
  })
})
