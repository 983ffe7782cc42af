import { process } from '@millrace/bpmn/builder'
import { createTestDatabase } from '@millrace/server/testing'
import { describe, expect, it } from 'vitest'
import type { Threads } from '../../platform/threads/create-threads.ts'
import { fetchDecision } from '../definitions/definitions.ts'
import { sourcesFor } from '../definitions/sources.ts'
import { deploy } from '../deploy/deploy.ts'
import { createTestRuntime, start } from '../testing/test-runtime.ts'
import { evaluateHereOrInThread } from './evaluate-decision.ts'
import { listInputs } from './list-inputs.ts'

const { db, admin, workplaceId } = await createTestDatabase()
const actor = { workplaceId, userId: 'ada', cause: 'test' }
const usual = createTestRuntime(db)

/** Lists and objects in what goes to threads and comes back: each is copied while everybody waits. */
let copied = 0
const counted: Threads['run'] = async ({ answer = () => null, ...task }) => {
  const count = <T>(value: T): T => {
    copied += countObjects(value)
    return value
  }
  count(task.input)
  const ended = await usual.threads.run({ ...task, answer: (question) => count(answer(question)) })
  return count(ended)
}
const runtime = { ...usual, threads: { ...usual.threads, run: counted } }

function countObjects(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0
  if (ArrayBuffer.isView(value)) return 1
  const parts = value instanceof Map || value instanceof Set ? [...value] : Object.values(value)
  return 1 + parts.reduce((sum: number, part) => sum + countObjects(part), 0)
}

const rows = 3000
const table = `<definitions xmlns="https://www.omg.org/spec/DMN/20191111/MODEL/" id="f" name="d" namespace="n"><decision id="rows" name="rows"><decisionTable id="t" hitPolicy="COLLECT"><input id="i"><inputExpression id="ie" typeRef="string"><text>x</text></inputExpression></input><output id="o" name="o"/>${Array.from({ length: rows }, (_, n) => `<rule id="r${n}"><inputEntry id="a${n}"><text>"v${n}"</text></inputEntry><outputEntry id="b${n}"><text>"${n}"</text></outputEntry></rule>`).join('')}</decisionTable></decision></definitions>`
const model = process('deciding')
  .start()
  .element('businessRuleTask', 'decide', {
    'camunda:decisionRef': 'rows',
    'camunda:resultVariable': 'found',
    'camunda:mapDecisionResult': 'singleEntry',
  })
  .userTask('after')
  .end()
  .toXml()
const files = { 'rows.dmn': table, 'deciding.bpmn': model }
const request = {
  name: 'large',
  source: null,
  tenantId: null,
  files: Object.entries(files).map(([name, text]) => ({ name, bytes: Buffer.from(text) })),
}
const deployed = await deploy(runtime, actor, request)
if (!deployed.ok) throw new Error(JSON.stringify(deployed.problems))
const [decision, definition] = [deployed.deployed.decisions[0]?.id ?? '', deployed.deployed.processes[0]?.id ?? '']
const copiedByDeploying = copied

async function getDecision() {
  const sources = sourcesFor(runtime, workplaceId)
  const ref = { by: 'id', id: decision } as const
  if (sources.decision(ref) === undefined)
    await db.read(actor, (tx) => fetchDecision(runtime, tx, workplaceId, sources, ref))
  const found = sources.decision(ref)
  if (!found) throw new Error('Expected the decision, but there is none.')
  return found
}

describe('a decision table of 3,000 rows', () => {
  it('is deployed, and nobody waits until its rows are copied', () => {
    // The model of the process among them.
    expect(copiedByDeploying).toBeLessThan(500)
  })

  it('is evaluated again and again, without its rows being copied', async () => {
    copied = 0
    for (let row = 0; row < 5; row++) {
      const occasion = { context: { x: `v${row}` }, now: new Date('2026-03-01T10:00:00Z') }
      const answer = await evaluateHereOrInThread(runtime, workplaceId, await getDecision(), occasion)
      expect(answer).toMatchObject({ ok: true, result: [{ o: `${row}` }] })
    }
    expect(copied).toBeLessThan(1000)
  })

  it('is evaluated by a process, without its rows being copied', async () => {
    copied = 0
    const { instanceId, ...answer } = await start(runtime, actor, definition, { x: 'v2999' })
    expect(answer).toMatchObject({ ok: true })
    expect(copied).toBeLessThan(1000)
    const { rows } = await admin.query(`select value from variable where instance_id = $1 and name = 'found'`, [
      instanceId,
    ])
    expect(rows).toEqual([{ value: '2999' }])
  })

  it('shows a form what it asks for', async () => {
    expect(await listInputs(runtime, workplaceId, await getDecision())).toEqual([
      { name: 'x', typeRef: 'string', choices: null },
    ])
  })
})
