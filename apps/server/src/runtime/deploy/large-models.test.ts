import type { BudgetValues } from '@millrace/contract'
import { createTestDatabase } from '@millrace/server/testing'
import { describe, expect, it } from 'vitest'
import { createTestRuntime } from '../testing/test-runtime.ts'
import { deploy } from './deploy.ts'

const { db, admin, workplaceId } = await createTestDatabase()
const runtime = createTestRuntime(db)
const actor = { workplaceId, userId: 'ada', cause: 'test' }

const names = 'xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" targetNamespace="t"'
const inProcess = (inside: string, start = '<startEvent id="s"/>') =>
  `<definitions ${names}><process id="p" isExecutable="true" name="P">${start}${inside}</process></definitions>`
const many = (count: number, piece: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => piece(index)).join('')
/** Tasks one after the other: with the flows between them twice as many elements, and one more of each. */
const chain = (count: number) =>
  inProcess(
    `${many(count, (n) => `<userTask id="t${n}"/>`)}<sequenceFlow id="f" sourceRef="s" targetRef="t0"/>${many(count - 1, (n) => `<sequenceFlow id="f${n}" sourceRef="t${n}" targetRef="t${n + 1}"/>`)}`,
  )
const table = (rules: number) =>
  `<definitions xmlns="https://www.omg.org/spec/DMN/20191111/MODEL/" id="d" name="d" namespace="n"><decision id="dec" name="dec"><decisionTable id="t"><input id="i"><inputExpression id="ie"><text>x</text></inputExpression></input><output id="o" name="o"/>${many(rules, (n) => `<rule id="r${n}"><inputEntry id="a${n}"><text>${n}</text></inputEntry><outputEntry id="b${n}"><text>${n}</text></outputEntry></rule>`)}</decisionTable></decision></definitions>`

async function deployFile(text: string, name = 'model.bpmn', budgets: Partial<BudgetValues> = {}) {
  const files = [{ name, bytes: Buffer.from(text) }]
  const limited = { ...runtime, budgets: { ...runtime.budgets, ...budgets } }
  const before = process.threadCpuUsage()
  const answer = await deploy(limited, actor, { name: 'large', source: null, tenantId: null, files })
  const { user, system } = process.threadCpuUsage(before)
  const problems = answer.ok ? [] : answer.problems
  return { answer, problems: problems.map(({ code, message }) => ({ code, message })), own: (user + system) / 1000 }
}

/** Milliseconds of processor time of the thread that everybody waits for: without others to read models it is seconds. */
const ownMs = 1000

describe('a model that is too large', { timeout: 240_000 }, () => {
  it.each([
    [
      '19 MB of attributes',
      () => inProcess('', `<startEvent id="s"${many(1_400_000, (n) => ` a${n}="x"`)}/>`),
      'xml.too-large',
    ],
    [
      '9 MB of attributes',
      () => inProcess('', `<startEvent id="s"${many(700_000, (n) => ` a${n}="x"`)}/>`),
      'xml.too-many-attributes',
    ],
    ['20,000 tasks', () => chain(20_000), 'deployment.too-large'],
    ['2.7 million comments', () => inProcess('<!---->'.repeat(2_700_000)), 'xml.too-large'],
    ['1.4 million comments', () => inProcess('<!---->'.repeat(1_400_000)), 'xml.too-many-elements'],
  ])('is refused with its code, and nobody waits for it: %s', async (_what, file, code) => {
    const { problems, own } = await deployFile(file())
    expect(problems.map((problem) => problem.code)).toEqual([code])
    expect(own).toBeLessThan(ownMs)
  })

  it('says how large it may be', async () => {
    const { problems } = await deployFile(chain(5500))
    expect(problems).toEqual([
      {
        code: 'deployment.too-large',
        message:
          'Expected at most 10000 events, activities, gateways and sequence flows in a process (processElements), but p has 11001.',
      },
    ])
  })

  it('is refused as a decision table of 100,000 rows, and as one of fewer but too many cells', async () => {
    expect((await deployFile(table(100_000), 'rows.dmn')).problems).toMatchObject([{ code: 'dmn.invalid' }])
    const { problems, own } = await deployFile(table(50_000), 'rows.dmn')
    expect(problems).toEqual([
      {
        code: 'deployment.too-large',
        message: 'Expected at most 100000 cells in the decision tables of a file (tableCells), but there are 100001.',
      },
    ])
    expect(own).toBeLessThan(ownMs)
  })

  it('that takes too long to read is refused too', async () => {
    const hasty = { ...runtime, budgets: { ...runtime.budgets, readTime: 20 } }
    const files = [{ name: 'slow.bpmn', bytes: Buffer.from(chain(4000)) }]
    const answer = await deploy(hasty, actor, { name: 'large', source: null, tenantId: null, files })
    expect(answer).toMatchObject({
      ok: false,
      problems: [
        {
          code: 'deployment.too-large',
          file: 'slow.bpmn',
          message: expect.stringContaining('Expected this to take at most 20 ms (readTime), but it took longer'),
        },
      ],
    })
  })
})

describe('a model with very many errors', { timeout: 240_000 }, () => {
  it('learns the first ones, and how many there are', async () => {
    const { problems } = await deployFile(
      inProcess(
        many(1000, (n) => `<userTask id="t${n}"/>`),
        '',
      ),
    )
    expect(problems.length).toBeLessThanOrEqual(501)
    const { answer } = await deployFile(inProcess(many(1000, (n) => `<userTask id="t${n}" a="1"/>`)))
    const listed = answer.ok ? answer.deployed.warnings : answer.problems
    expect(listed).toHaveLength(501)
    expect(listed.at(-1)).toMatchObject({
      code: 'deployment.more',
      message: expect.stringMatching(/^Expected at most 500 faults to be listed, but there are \d+ more\.$/),
    })
  })
})

describe('the largest model that may be', { timeout: 240_000 }, () => {
  it('deploys, and nobody waits long for it', async () => {
    const { answer, own } = await deployFile(chain(4999))
    expect(answer).toMatchObject({ ok: true, deployed: { processes: [{ resourceName: 'model.bpmn' }] } })
    expect(own).toBeLessThan(ownMs)
    const id = answer.ok ? answer.deployed.processes[0]?.id : null
    const count = 'select count(*)::int as count from process_element where definition_id = $1'
    expect((await admin.query(count, [id])).rows).toEqual([{ count: 5000 }])
  })

  it('deploys as a decision table too, twice: its cells are what it may have, and its memory is enough for them', async () => {
    for (const _time of [1, 2]) {
      // And one for what the column asks.
      const { answer, problems, own } = await deployFile(table(49_999), 'rows.dmn')
      expect(problems).toEqual([])
      expect(answer).toMatchObject({ ok: true, deployed: { decisions: [{ key: 'dec' }] } })
      expect(own).toBeLessThan(ownMs)
    }
  })
})
