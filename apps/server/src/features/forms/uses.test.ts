import { process } from '@millrace/bpmn/builder'
import { formCalls, formDesignerCalls, formTemplateCalls } from '@millrace/contract'
import { createTestApp } from '@millrace/server/testing'
import { expect, it } from 'vitest'
import { deploy } from '../../runtime/deploy/deploy.ts'
import { createApplication, designOf } from './testing/designs.ts'

const { admin, runtime, workplaceId, signIn } = await createTestApp()
const grace = await signIn({ roles: ['RoleDesign'] })
const appId = await createApplication(admin, { workplaceId })

const createForm = async (name: string, formKey: string) => {
  const { body } = await grace.call(formCalls.create, { params: { appId }, body: { name, formKey } })
  return { appId, formId: body.id }
}
const deployModel = async (xml: string) => {
  const answer = await deploy(
    runtime,
    { workplaceId, userId: null, cause: 'test' },
    {
      name: null,
      source: null,
      tenantId: null,
      files: [{ name: 'model.bpmn', bytes: Buffer.from(xml) }],
    },
  )
  if (!answer.ok) throw new Error(JSON.stringify(answer))
  return answer.deployed.processes[0]?.id
}

it('a form is used by the steps that name its key, in the newest version of each process', async () => {
  const params = await createForm('Order', 'order-form')
  expect((await grace.call(formDesignerCalls.uses, { params: { id: params.formId } })).body).toEqual({
    processes: [],
    forms: [],
  })
  const model = (key: string) =>
    process('ordering')
      .start('begin', { 'camunda:formKey': key })
      .userTask('check', { name: 'Check the order', 'camunda:formRef': key, 'camunda:formRefBinding': 'latest' })
      .userTask('other', { 'camunda:formKey': `${key}-2` })
      .end()
      .toXml()
  await deployModel(model('order-form'))
  const newest = await deployModel(model('order-form'))
  const { body } = await grace.call(formDesignerCalls.uses, { params: { id: params.formId } })
  expect(body.processes).toEqual([
    expect.objectContaining({ definitionId: newest, key: 'ordering', version: 2, elementId: 'begin', isStart: true }),
    expect.objectContaining({ elementId: 'check', elementName: 'Check the order', isStart: false }),
  ])
  await deployModel(model('another-form'))
  expect((await grace.call(formDesignerCalls.uses, { params: { id: params.formId } })).body.processes).toEqual([])
})

it('a template is used by the forms that were created with it', async () => {
  const { body: template } = await grace.call(formTemplateCalls.create, { body: { name: 'Address' } })
  const params = await createForm('Customer', 'customer')
  const settings = { locales: ['en'], takenFrom: [template.id] }
  const designerJson = JSON.stringify({ ...JSON.parse(designOf('Name')), settings })
  const uses = async () => (await grace.call(formDesignerCalls.uses, { params: { id: template.id } })).body.forms
  expect((await grace.call(formCalls.saveDesign, { params, body: { designerJson } })).status).toBe(200)
  expect(await uses()).toEqual([{ id: params.formId, name: 'Customer', application: { id: appId, name: 'Orders' } }])
  // A text with the id is none that was taken from it.
  await grace.call(formCalls.saveDesign, { params, body: { designerJson: designOf(template.id) } })
  expect(await uses()).toEqual([])
})

it('what runs does not say where it was taken from', async () => {
  const params = await createForm('Plain', 'plain')
  const designerJson = JSON.stringify({ ...JSON.parse(designOf('A')), settings: { takenFrom: ['somewhere'] } })
  const { body } = await grace.call(formCalls.saveDesign, { params, body: { designerJson } })
  expect(body.renderedJson).not.toContain('somewhere')
})
