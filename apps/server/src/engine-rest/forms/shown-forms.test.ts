import { describe, expect, it } from 'vitest'
import { sequence } from '../testing/models.ts'
import { createRestTest } from '../testing/rest-test.ts'

const { rest, stranger } = await createRestTest()
const fields =
  '<extensionElements><camunda:formData><camunda:formField id="amount" label="How &lt;much&gt;" type="long" defaultValue="7"/><camunda:formField id="kind" type="enum"><camunda:value id="a" name="First"/><camunda:value id="b" name="Second"/></camunda:formField><camunda:formField id="ok" type="boolean"><camunda:validation><camunda:constraint name="required"/></camunda:validation></camunda:formField></camunda:formData></extensionElements>'
await rest.deploy({
  'fields.bpmn': sequence('fields', { t: `<userTask id="t">${fields}</userTask>` }),
  'own.bpmn': sequence('own', { t: '<userTask id="t" camunda:formKey="embedded:deployment:own.html"/>' }),
  'own.html': '<form role="form"/>',
  'app.bpmn': sequence('app', { t: '<userTask id="t" camunda:formKey="embedded:app:own.html"/>' }),
  'ref.bpmn': sequence('ref', { t: '<userTask id="t" camunda:formRef="paper" camunda:formRefBinding="deployment"/>' }),
  'paper.form': '{"id":"paper","type":"default","schemaVersion":16,"components":[]}',
  'chosen.bpmn': sequence('chosen', {
    t: '<userTask id="t" camunda:formRef="pa${kind == \'b\' ? \'per\' : \'pyrus\'}" camunda:formRefBinding="version" camunda:formRefVersion="${1}"/>',
  }),
  'none.bpmn': sequence('none', { t: '<userTask id="t"/>' }),
})

async function taskOf(key: string): Promise<string> {
  const { body } = await rest.post(`/process-definition/key/${key}/start`, { variables: { kind: { value: 'b' } } })
  return (await rest.get('/task', { processInstanceId: body.id })).body[0].id
}

describe('a generated form', () => {
  it('is HTML with each field unchanged', async () => {
    const id = await taskOf('fields')
    const { status, headers, body } = await rest.get(`/task/${id}/rendered-form`)
    expect([status, headers['content-type']]).toEqual([200, 'application/xhtml+xml'])
    // The texts come from the author of the model, so a browser that opens the address saves the file and does not show it.
    expect(headers['content-disposition']).toContain('attachment')
    for (const part of [
      '<label for="amount">How &lt;much&gt;</label>',
      'name="amount" cam-variable-type="Long" cam-variable-name="amount" type="text" value="7"',
      '<option value="b" selected="selected">Second</option>',
      'cam-variable-type="Boolean" cam-variable-name="ok" required="required" type="checkbox"',
    ])
      expect(String(body)).toContain(part)
    expect((await stranger.get(`/task/${id}/rendered-form`)).status).toBe(404)
    expect((await rest.get(`/task/${await taskOf('none')}/rendered-form`)).status).toBe(404)
    expect((await rest.get('/process-definition/key/fields/rendered-form')).status).toBe(404)
  })
})

describe('a deployed form', () => {
  it('is the file that the key of the task names', async () => {
    const { status, headers, body } = await rest.get(`/task/${await taskOf('own')}/deployed-form`)
    expect([status, headers['content-type'], String(body)]).toEqual([
      200,
      'application/xhtml+xml',
      '<form role="form"/>',
    ])
    expect((await rest.get(`/task/${await taskOf('app')}/deployed-form`)).body.message).toBe(
      "The form key 'embedded:app:own.html' does not reference a deployed form.",
    )
    expect((await rest.get(`/task/${await taskOf('none')}/deployed-form`)).status).toBe(400)
    expect((await rest.get('/process-definition/key/own/deployed-start-form')).status).toBe(400)
  })

  it('is chosen by an expression with the variables of the task', async () => {
    const id = await taskOf('chosen')
    const camundaFormRef = { key: 'paper', binding: 'version', version: 1 }
    expect((await rest.get(`/task/${id}/form`)).body).toMatchObject({ key: null, camundaFormRef })
    expect((await rest.get(`/task/${id}`)).body).toMatchObject({ camundaFormRef })
    expect((await rest.get('/task', { taskId: id })).body).toMatchObject([{ camundaFormRef }])
    expect((await rest.get(`/task/${id}/deployed-form`)).body).toMatchObject({ id: 'paper' })
  })

  it('is the form that the task refers to, which lists of tasks report too', async () => {
    const id = await taskOf('ref')
    const camundaFormRef = { key: 'paper', binding: 'deployment', version: null }
    expect((await rest.get(`/task/${id}`)).body).toMatchObject({ camundaFormRef })
    expect((await rest.post('/task', { taskId: id })).body).toMatchObject([{ camundaFormRef }])
    const { status, body } = await rest.get(`/task/${id}/deployed-form`)
    expect([status, body.id]).toEqual([200, 'paper'])
  })
})
