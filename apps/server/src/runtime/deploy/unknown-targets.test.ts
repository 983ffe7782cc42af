import { readFileSync } from 'node:fs'
import { createTestDatabase } from '@millrace/server/testing'
import { describe, expect, it } from 'vitest'
import type { Actor } from '../../platform/db/actor.ts'
import { createTestRuntime } from '../testing/test-runtime.ts'
import { deploy } from './deploy.ts'
import { deploymentFaultCodes } from './read-files.ts'

const { db, workplaceId } = await createTestDatabase()
const runtime = createTestRuntime(db)
const actor: Actor = { workplaceId, userId: 'ann', cause: 'test' }

const file = (name: string, xml: string) => ({ name, bytes: new TextEncoder().encode(xml) })
const bpmn = (id: string, elements: string) =>
  file(
    `${id}.bpmn`,
    `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:camunda="http://camunda.org/schema/1.0/bpmn" targetNamespace="test"><process id="${id}" isExecutable="true"><startEvent id="s-${id}"/>${elements}</process></definitions>`,
  )
const decision = file(
  'rules.dmn',
  '<definitions xmlns="https://www.omg.org/spec/DMN/20191111/MODEL/" id="d" name="d" namespace="urn:test"><decision id="rules" name="Rules"><literalExpression><text>1</text></literalExpression></decision></definitions>',
)
const calls = (id: string, attributes: string) =>
  bpmn(
    id,
    `<sequenceFlow id="f-${id}" sourceRef="s-${id}" targetRef="call-${id}"/><callActivity id="call-${id}" ${attributes}/>`,
  )

async function warningsOf(...files: ReturnType<typeof file>[]): Promise<unknown[]> {
  const answer = await deploy(runtime, actor, { name: null, source: null, tenantId: null, files })
  if (!answer.ok) throw new Error(JSON.stringify(answer.problems))
  return answer.deployed.warnings.map((warning) => `${warning.code} ${warning.file} ${warning.elementId}`)
}

describe('what a process calls', () => {
  it('is warned of when nobody has deployed it yet', async () => {
    const rule = bpmn(
      'rule',
      '<sequenceFlow id="f" sourceRef="s-rule" targetRef="t"/><businessRuleTask id="t" camunda:decisionRef="rules"/>',
    )
    expect(await warningsOf(calls('caller', 'calledElement="called"'), rule)).toEqual([
      'deployment.target-unknown caller.bpmn call-caller',
      'deployment.target-unknown rule.bpmn t',
    ])
    expect(await warningsOf(rule, decision)).toEqual([])
    expect(await warningsOf(rule)).toEqual([])
  })

  it('is known from the same deployment or an earlier one', async () => {
    expect(await warningsOf(calls('a', 'calledElement="b"'), calls('b', 'calledElement="a"'))).toEqual([])
    expect(await warningsOf(calls('later', 'calledElement="a"'))).toEqual([])
  })

  it('has to be in the same deployment when it is bound to that', async () => {
    const bound = calls('bound', 'calledElement="target" camunda:calledElementBinding="deployment"')
    await warningsOf(bpmn('target', ''))
    expect(await warningsOf(bound)).toEqual(['deployment.target-unknown bound.bpmn call-bound'])
    expect(await warningsOf(bound, bpmn('target', ''))).toEqual([])
  })

  it('is not asked for when only an instance can report it', async () => {
    expect(await warningsOf(calls('dynamic', 'calledElement="${which}"'))).toEqual([])
  })
})

it('the guide lists every code that the files of a deployment can be reported, with what it means', () => {
  const guide = readFileSync(new URL('../../../../../docs/guide/bpmn.md', import.meta.url), 'utf8')
  const listed = [...guide.matchAll(/^\| `((?:deployment|dmn)\.[\w-]+)` \| (.+) \|$/gm)].map(([, code, meaning]) => [
    code,
    meaning,
  ])
  expect(listed).toEqual(Object.entries(deploymentFaultCodes))
})
