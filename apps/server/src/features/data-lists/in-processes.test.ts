import { process } from '@millrace/bpmn/builder'
import { dataListCalls } from '@millrace/contract'
import { createTestApp, createWorkplace } from '@millrace/server/testing'
import { describe, expect, it } from 'vitest'
import { createScenario } from '../../runtime/testing/scenario.ts'

const { db, admin, runtime, workplaceId, signIn } = await createTestApp()
const designer = await signIn({ roles: ['RoleDesign'] })
const scenario = await createScenario(runtime, workplaceId)

const columns = [
  { key: 'code', name: 'Code', type: 'text', isKey: true },
  { key: 'country', name: 'Country', type: 'text' },
  { key: 'rate', name: 'Rate', type: 'number' },
  { key: 'isOpen', name: 'Open', type: 'flag' },
  { key: 'since', name: 'Since', type: 'date' },
  { key: 'note', name: 'Note', type: 'text' },
] as const

const { body: list } = await designer.call(dataListCalls.create, {
  body: { name: 'Cities', key: 'cities', columns: [...columns] },
})
const change = async (body: object) => {
  const { status, error } = await designer.call(dataListCalls.saveRows, {
    params: { id: list.id },
    body: body as never,
  })
  if (status !== 200) throw new Error(JSON.stringify(error))
}
await change({
  version: list.version,
  added: [
    { code: 'LIS', country: 'PT', rate: '12.50', isOpen: 'yes', since: '2026-11-30', note: 'first' },
    { code: 'OPO', country: 'PT', rate: '8', isOpen: 'no', note: 'second' },
    { code: 'BER', country: 'DE', rate: '9', isOpen: 'yes' },
  ].map((cells) => ({ after: null, cells })),
})

let count = 0
const script = (format: string, text: string) => ({
  inside: `<script><![CDATA[${text}]]></script>`,
  scriptFormat: format,
  'camunda:resultVariable': 'read',
})

async function run(format: string, text: string, variables: Record<string, unknown> = {}, place = scenario) {
  const definition = await place.deploy(
    process(`reads${++count}`).start().element('scriptTask', 'run', script(format, text)).userTask('do').end().toXml(),
  )
  const instanceId = await place.start(definition, { variables })
  const { rows } = await admin.query('select value from variable where instance_id = $1 and name = $2', [
    instanceId,
    'read',
  ])
  return rows[0]?.value ?? null
}

describe('a data list in a process', () => {
  it.each([
    ['feel', 'dataLists.find("cities", "code", city).rate * 2', '25'],
    ['juel', '${dataLists.find("cities", "code", city).rate * 2}', '25'],
    ['javascript', 'dataLists.find("cities", "code", city).rate * 2', '25'],
    ['feel', 'string join(for row in dataLists.all("cities", "country", "PT") return row.code, " ")', 'LIS OPO'],
    ['javascript', 'dataLists.all("cities", "country", "PT").map((row) => row.code).join(" ")', 'LIS OPO'],
    ['juel', '${dataLists.all("cities", "country", "PT").size()}', '2'],
    ['feel', 'if dataLists.find("CITIES", "rate", 12.5).isOpen then "open" else "closed"', 'open'],
    ['feel', 'dataLists.find("cities", "since", "2026-11-30").code', 'LIS'],
    ['javascript', 'dataLists.find("cities", "note", "second").since === null ? "none" : "some"', 'none'],
    ['feel', 'dataLists.find("cities", "code", "PAR") = null', 'true'],
    [
      'javascript',
      'String(dataLists.find("cities", "rate", "no number")) + dataLists.all("cities", "note", "").length',
      'null0',
    ],
  ])('is read in %s: %s', async (format, text, wanted) => {
    expect(String(await run(format, text, { city: 'LIS' }))).toBe(wanted)
  })

  it('is read as it is when the step runs', async () => {
    const text = 'dataLists.find("cities", "code", "BER").rate'
    expect(String(await run('feel', text))).toBe('9')
    const { items } = (await designer.call(dataListCalls.rows, { params: { id: list.id } })).body
    const { version } = (await designer.call(dataListCalls.get, { params: { id: list.id } })).body
    const berlin = items.find(({ cells }) => cells[0] === 'BER')
    await change({ version, changed: [{ id: berlin?.id, cells: { rate: '10' } }] })
    expect(String(await run('feel', text))).toBe('10')
  })

  it('that is not there, or has no such column, stops the step with what to do', async () => {
    for (const text of ['dataLists.find("towns", "code", "LIS")', 'dataLists.find("cities", "zip", "1")'])
      await expect(run('feel', text)).rejects.toThrow(
        /Expected a data list “.*” with a column “.*”, but it does not exist\. Create it, or use another one\./,
      )
  })

  it('gives way to a variable of its name, and is none of another workplace', async () => {
    expect(String(await run('feel', 'dataLists.own', { dataLists: { own: 7 } }))).toBe('7')
    const elsewhere = await createScenario(runtime, await createWorkplace(db))
    await expect(run('feel', 'dataLists.find("cities", "code", "LIS")', {}, elsewhere)).rejects.toThrow(
      /it does not exist/,
    )
  })

  it('gives no more rows than a run can hold', async () => {
    await admin.query(
      `insert into data_list_row (workplace_id, data_list_id, id, since, place, cells)
       select $1, $2, gen_random_uuid(), 1, 'f' || lpad(to_hex(n), 8, '0'), array['M' || n, 'XX', null, null, null, null] from generate_series(1, 1001) n`,
      [workplaceId, list.id],
    )
    await expect(run('feel', 'count(dataLists.all("cities", "country", "XX"))')).rejects.toThrow(/at most 1000 rows/)
    expect(String(await run('feel', 'dataLists.find("cities", "code", "M1001").code'))).toBe('M1001')
  })
})
