import { process } from '@millrace/bpmn/builder'
import { processCalls } from '@millrace/contract'
import { createTestApp, createWorkplace } from '@millrace/server/testing'
import { describe, expect, it } from 'vitest'
import { deploy } from '../../runtime/deploy/deploy.ts'
import { createScenario } from '../../runtime/testing/scenario.ts'

const { db, runtime, workplaceId, signIn, anonymous } = await createTestApp()
const scenario = await createScenario(runtime, workplaceId)

const model = `<definitions xmlns="https://www.omg.org/spec/DMN/20191111/MODEL/" id="prices" name="prices" namespace="test">
  <decision id="discount" name="Discount"><decisionTable id="dt" hitPolicy="COLLECT">
    <input id="i1" label="Customer"><inputExpression id="e1"><text>customer</text></inputExpression></input>
    <input id="i2" label="Amount"><inputExpression id="e2"><text>amount</text></inputExpression></input>
    <output id="o1" label="Percent" name="percent"/>
    <rule id="gold"><inputEntry id="a1"><text>"gold"</text></inputEntry><inputEntry id="a2"><text>-</text></inputEntry><outputEntry id="a3"><text>10</text></outputEntry></rule>
    <rule id="silver"><inputEntry id="b1"><text>"silver"</text></inputEntry><inputEntry id="b2"><text>-</text></inputEntry><outputEntry id="b3"><text>5</text></outputEntry></rule>
    <rule id="much"><inputEntry id="c1"><text>-</text></inputEntry><inputEntry id="c2"><text>&gt; 100</text></inputEntry><outputEntry id="c3"><text>3</text></outputEntry></rule>
  </decisionTable></decision>
  <decision id="total" name="Total"><informationRequirement id="r"><requiredDecision href="#discount"/></informationRequirement>
    <literalExpression id="l"><text>amount - 13</text></literalExpression></decision>
</definitions>`

async function evaluate(starter: string): Promise<string> {
  const files = [{ name: 'prices.dmn', bytes: Buffer.from(model) }]
  await deploy(
    runtime,
    { workplaceId, userId: null, cause: 'test' },
    { name: null, source: null, tenantId: null, files },
  )
  const definition = await scenario.deploy(
    process('priced')
      .start()
      .element('businessRuleTask', 'price', {
        name: 'Price it',
        'camunda:decisionRef': 'total',
        'camunda:resultVariable': 'total',
      })
      .userTask('after')
      .end()
      .toXml(),
  )
  return scenario.start(definition, { userId: starter, variables: { customer: 'gold', amount: 200 } })
}

describe('GET /processes/instances/{id}/decisions', () => {
  it('shows what was asked, which rules fired, and what came of it', async () => {
    const admin = await signIn({ roles: ['RoleProcessAdmin'] })
    const { body } = await admin.call(processCalls.decisions, { params: { id: await evaluate('ann') } })
    const common = {
      evaluationId: expect.any(String),
      at: '2030-01-07T09:00:00.000Z',
      elementId: 'price',
      elementName: 'Price it',
      activityId: expect.any(String),
    }
    expect(body).toEqual({
      isCapped: false,
      items: [
        {
          ...common,
          id: expect.any(String),
          key: 'discount',
          name: 'Discount',
          hitPolicy: 'COLLECT',
          aggregation: null,
          inputs: [
            { name: 'Customer', text: 'gold' },
            { name: 'Amount', text: '200' },
          ],
          rules: [
            { id: 'gold', order: 1, outputs: [{ name: 'Percent', text: '10' }] },
            { id: 'much', order: 3, outputs: [{ name: 'Percent', text: '3' }] },
          ],
          result: '[{"percent":10},{"percent":3}]',
        },
        {
          ...common,
          id: expect.any(String),
          key: 'total',
          name: 'Total',
          hitPolicy: null,
          aggregation: null,
          inputs: [],
          rules: [],
          result: expect.stringContaining('187'),
        },
      ],
    })
  })

  it('is for a user who may see the data of the instance', async () => {
    const starter = await signIn()
    const params = { id: await evaluate(starter.user.username) }
    const codeFor = async (client: Awaited<ReturnType<typeof signIn>>) =>
      (await client.call(processCalls.decisions, { params })).error.code
    expect((await anonymous().call(processCalls.decisions, { params })).status).toBe(401)
    expect((await starter.call(processCalls.decisions, { params })).status).toBe(200)
    expect(await codeFor(await signIn())).toBe('thing.not-found')
    const stranger = await signIn({ workplaceId: await createWorkplace(db), roles: ['RoleProcessAdmin'] })
    expect(await codeFor(stranger)).toBe('thing.not-found')
  })
})
