import { createTestDatabase } from '@millrace/server/testing'
import { describe, expect, it } from 'vitest'
import type { Actor } from '../../platform/db/actor.ts'
import { createTestRuntime } from '../testing/test-runtime.ts'
import { deploy } from './deploy.ts'

const { db, workplaceId } = await createTestDatabase()
const runtime = createTestRuntime(db)
const actor: Actor = { workplaceId, userId: 'ann', cause: 'test' }

const file = (name: string, text: string) => ({ name, bytes: new TextEncoder().encode(text) })
const asking = (id: string, ...keys: string[]) =>
  file(
    `${id}.bpmn`,
    `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:camunda="http://camunda.org/schema/1.0/bpmn" targetNamespace="test"><process id="${id}" isExecutable="true"><startEvent id="s"/>${keys
      .map(
        (key, n) =>
          `<sequenceFlow id="f${n}" sourceRef="${n === 0 ? 's' : `t${n - 1}`}" targetRef="t${n}"/><userTask id="t${n}" name="Task ${n}" camunda:formKey="${key}"/>`,
      )
      .join('')}</process></definitions>`,
  )
const formOf = (id: string) =>
  JSON.stringify({ schema: 2, id: 'form', root: [{ id, type: 'text', key: 'note', props: { label: 'Note' } }] })

async function warningsOf(...files: ReturnType<typeof file>[]) {
  const answer = await deploy(runtime, actor, { name: null, source: null, tenantId: null, files })
  if (!answer.ok) throw new Error(JSON.stringify(answer.problems))
  const about = answer.deployed.warnings.filter(({ code }) => code.startsWith('deployment.form'))
  return about.map(({ code, elementId, message }) => ({ code, elementId, message }))
}

describe('a form in a deployment', () => {
  it('that cannot be read is a warning of each element that names it', async () => {
    const named = asking('spin', 'note', 'millrace:deployment:other.form', 'note')
    const warnings = await warningsOf(named, file('note.form', formOf('n-note')), file('other.form', 'no JSON'))
    expect(warnings.map(({ code, elementId }) => [code, elementId])).toEqual([
      ['deployment.form-invalid', 't0'],
      ['deployment.form-invalid', 't1'],
      ['deployment.form-invalid', 't2'],
    ])
    expect(warnings[0]?.message).toMatch(/^The form “note\.form” of .*Task 0.* cannot be read\. .*n-note/)
    expect(warnings[1]?.message).toMatch(/“other\.form”.*JSON/)
  })

  it('that can be read, is missing, is not named or is of another product is no such warning', async () => {
    const warnings = await warningsOf(
      asking('weave', 'good', 'absent', 'embedded:app:forms/x.html', '${chosen}'),
      file('good.form', formOf('note')),
      file('unnamed.form', 'no JSON'),
      file('chosen.form', 'no JSON'),
    )
    expect(warnings.map(({ code, elementId }) => [code, elementId])).toEqual([
      ['deployment.form-missing', 't1'],
      ['deployment.form-missing', 't2'],
    ])
  })

  it('that is long is checked, too', async () => {
    const text = JSON.stringify({ schema: 2, id: 'form', root: [], note: 'x'.repeat(100_000) })
    const warnings = await warningsOf(asking('dye', 'long'), file('long.form', text))
    expect(warnings.map(({ code }) => code)).toEqual(['deployment.form-invalid'])
  })
})
