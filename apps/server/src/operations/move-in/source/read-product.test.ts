import { describe, expect, it } from 'vitest'
import type { Columns } from './dialects/dialect.ts'
import type { SourceTables } from './open-source.ts'
import { minorOf, readProduct } from './read-product.ts'

interface Database {
  readonly schema?: string
  readonly versions?: readonly string[]
  readonly properties?: Readonly<Record<string, string>>
  readonly tables?: readonly string[]
}

const ofCamunda = ['act_ru_ext_task', 'act_ru_authorization', 'act_ru_incident', 'act_hi_varinst']
const ofFlowable = ['act_ru_external_job', 'act_hi_varinst']
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
      family: 'camunda',
      installation: 'one',
      product: 'Camunda or CIB seven, tables of version 7.18.0',
    })
    expect(await read({ properties: { 'operaton.installation.id': 'two' } })).toEqual({
      family: 'camunda',
      installation: 'two',
      product: 'Operaton, tables of version 7.24.0',
    })
    expect((await read({ properties: { 'other.installation.id': 'three' } })).product).toContain('a fork of it')
    expect((await read({ properties: {} })).installation).toBe('camunda')
  })

  it('is Flowable 6.8 to 8.0', async () => {
    for (const schema of ['6.8.0.0', '6.8.1.0', '7.0.1.1', '7.2.0.2', '8.0.0.0'])
      expect(await read({ schema, tables: ofFlowable, versions: [], properties: {} })).toEqual({
        family: 'flowable',
        installation: 'flowable',
        product: `Flowable, tables of version ${schema}`,
      })
  })

  it('has the latest version of its upgrades, also when they have one time', async () => {
    expect((await read({ versions: ['7.9.0', '7.23.0', '7.10.0'] })).product).toContain('7.23.0')
    // A fork counts from 1 on top of the versions of Camunda.
    for (const versions of [
      ['7.23.0', '7.24.0', '1.0.0', '2.0.0', '3.0.0'],
      ['3.0.0', '2.0.0', '1.0.0', '7.24.0'],
    ])
      expect((await read({ versions })).product).toBe('A fork of Camunda, tables of version 3.0.0')
  })

  it.each([
    [{ versions: ['7.17.0'] }, /Camunda or CIB seven wrote tables of version 7\.17\.0/],
    [{ versions: ['7.25.0'] }, /version 7\.25\.0/],
    [{ versions: ['8.0.0'] }, /version 8\.0\.0/],
    [{ versions: ['1.0.0', '3.2.0'] }, /version 3\.2\.0/],
    [{ versions: [] }, /older than version 7\.11/],
    [{ tables: ['act_ru_ext_task'] }, /lacks ACT_RU_AUTHORIZATION, ACT_RU_INCIDENT, ACT_HI_VARINST/],
    [{ schema: '5.22.0.0' }, /schema is “5\.22\.0\.0”/],
    [{ schema: '6.7.2.0', tables: ofFlowable }, /Flowable wrote tables of version 6\.7\.2\.0/],
    [{ schema: '7.9.0.0', tables: ofFlowable }, /Flowable wrote tables of version 7\.9\.0\.0/],
    [{ schema: '' }, /schema is “”\./],
  ])('is refused with a sentence: %j', async (database, message) => {
    await expect(read(database)).rejects.toThrow(message)
    await expect(read(database)).rejects.toThrow('Nothing was moved.')
  })
})

describe('the version of tables', () => {
  it.each([
    ['7.24.0', 24],
    ['7.24.0-ee', 24],
    ['7.24-SNAPSHOT', 24],
    ['7.24.5+build.1', 24],
    ['7.9.0', 9],
    // Operaton and CIB seven count from 1 themselves, and still write versions of Camunda.
    ['1.0.3', 24],
    ['2.0.0-beta1', 24],
    ['3.0.0', 24],
    ['3.1.0', 24],
    ['3.2.0', Number.POSITIVE_INFINITY],
    ['4.0.0', 0],
    ['6.2.0', 0],
    ['8.0.0', Number.POSITIVE_INFINITY],
    ['10.1', Number.POSITIVE_INFINITY],
    ['', 0],
    ['unknown', 0],
    ['7', 0],
    ['7.x', 0],
  ])('of %j is %d', (version, minor) => {
    expect(minorOf(version)).toBe(minor)
  })
})

describe('forks of Camunda', () => {
  // As ACT_GE_SCHEMA_LOG has them after their scripts have run: CIB seven 1.1 and 2.0, Operaton 1.0, Fluxnova 1.0 to 3.1.
  it.each([
    ['7.22.0', 'camunda.installation.id', 'Camunda or CIB seven, tables of version 7.22.0'],
    ['7.23.0', 'cibseven.installation.id', 'CIB seven, tables of version 7.23.0'],
    ['7.24.0', 'operaton.installation.id', 'Operaton, tables of version 7.24.0'],
    ['2.0.0-beta1', 'operaton.installation.id', 'Operaton, tables of version 2.0.0-beta1'],
    ['1.0.0', 'fluxnova.installation.id', 'Fluxnova, tables of version 1.0.0'],
    ['3.1.0', 'fluxnova.installation.id', 'Fluxnova, tables of version 3.1.0'],
  ])('are known: %s with %s', async (version, key, product) => {
    expect((await read({ versions: [version], properties: { [key]: 'one' } })).product).toBe(product)
  })
})
