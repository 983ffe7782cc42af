import {
  applicationCalls,
  appProcessCalls,
  dataListCalls,
  emailTemplateCalls,
  externalSystemCalls,
  formCalls,
  formTemplateCalls,
  globalPropertyCalls,
} from '@millrace/contract'
import { createTestApp, createWorkplace } from '@millrace/server/testing'
import { expect, it } from 'vitest'

const { db, signIn } = await createTestApp()
const designer = await signIn({ roles: ['RoleDesign'] })
const stranger = await signIn({ workplaceId: await createWorkplace(db), roles: ['RoleDesign'] })

const processXml = `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:millrace="urn:millrace:bpmn:1.0" millrace:dialect="millrace" targetNamespace="t"><process id="trip" name="Trip" isExecutable="true"><startEvent id="start"/><sequenceFlow id="f" sourceRef="start" targetRef="tell"/>
  <serviceTask id="tell" millrace:type="mail"><extensionElements><millrace:field name="to" expression="= globals.office_mail"/><millrace:field name="template" stringValue="trip BOOKED"/></extensionElements></serviceTask><sequenceFlow id="g" sourceRef="tell" targetRef="again"/>
  <serviceTask id="again" millrace:type="mail"><extensionElements><millrace:field name="to" stringValue="ann@example.org"/><millrace:field name="template" stringValue="Nobody made it"/></extensionElements></serviceTask><sequenceFlow id="h" sourceRef="again" targetRef="last"/>
  <serviceTask id="last" millrace:type="mail"><extensionElements><millrace:field name="to" expression="= globals . gone"/><millrace:field name="template" expression="= which"/></extensionElements></serviceTask></process></definitions>`

async function done<T>(answer: Promise<{ readonly status: number; readonly body: T; readonly error: unknown }>) {
  const { status, body, error } = await answer
  if (status !== 200) throw new Error(JSON.stringify(error))
  return body
}

it('what an application names outside of it is listed with what names it, and what of it is not there', async () => {
  const { id: appId } = await done(designer.call(applicationCalls.create, { body: { name: 'Trips', key: 'trips' } }))
  const params = { appId }
  const usesOf = async (client = designer) => client.call(applicationCalls.uses, { params })
  expect((await usesOf()).body).toEqual({ items: [], unreadable: [] })

  const process = await done(designer.call(appProcessCalls.create, { params, body: { name: 'Trip', key: 'trip' } }))
  const form = await done(
    designer.call(formCalls.create, { params, body: { name: 'Trip form', formKey: 'trip-form', labels: '' } }),
  )
  const template = await done(designer.call(formTemplateCalls.create, { body: { name: 'Address' } }))
  const mail = await done(
    designer.call(emailTemplateCalls.create, { body: { name: 'Trip booked', subject: 'Booked', html: '<p>Yes</p>' } }),
  )
  const column = { key: 'name', name: 'Name', type: 'text', isRequired: true, isKey: true }
  const list = await done(
    designer.call(dataListCalls.create, { body: { name: 'Cities', key: 'cities', columns: [column] } }),
  )
  const property = await done(
    designer.call(globalPropertyCalls.create, { body: { key: 'office_mail', name: 'Mail of the office', value: 'x' } }),
  )
  const integrator = await signIn({ roles: ['RoleIntegration'] })
  const system = await done(integrator.call(externalSystemCalls.create, { body: { name: 'Places' } }))
  const ofSystem = { params: { id: system.id } }
  const settings = { kind: 'rest', baseUrl: 'https://places.example.org' } as const
  const connection = await done(
    integrator.call(externalSystemCalls.createConnection, { ...ofSystem, body: { name: 'Places', settings } }),
  )
  const offered = await done(
    integrator.call(externalSystemCalls.createApi, {
      ...ofSystem,
      body: { name: 'Places', connectionId: connection.id },
    }),
  )
  const adapter = await done(
    integrator.call(externalSystemCalls.createAdapter, {
      params: { id: offered.id },
      body: { name: 'Find towns', key: 'towns', settings: { kind: 'rest', columns: [{ key: 'code', path: 'code' }] } },
    }),
  )
  const folder = await done(
    integrator.call(externalSystemCalls.createConnection, {
      ...ofSystem,
      body: { name: 'Files', settings: { kind: 'file', folder: '/srv/exchange' } },
    }),
  )
  const files = await done(
    integrator.call(externalSystemCalls.createApi, { ...ofSystem, body: { name: 'Files', connectionId: folder.id } }),
  )
  const read = await done(
    integrator.call(externalSystemCalls.createAdapter, {
      params: { id: files.id },
      body: { name: 'Read prices', key: 'prices', settings: { kind: 'file', path: 'prices.csv' } },
    }),
  )
  const place = { appId, processId: process.id }
  await done(designer.call(appProcessCalls.saveDesign, { params: place, body: { xml: processXml } }))
  const asked = (id: string, type: string, key: string) => ({ id, type, key: id, props: { label: id, adapter: key } })
  const inside = { id: 'b', type: 'data-list', key: 'city', props: { label: 'City', list: 'CITIES' } }
  const designerJson = JSON.stringify({
    schema: 2,
    id: 'form',
    settings: { takenFrom: [template.id, 'elsewhere'] },
    root: [
      { id: 'a', type: 'section', props: { label: 'Where' }, children: [inside] },
      asked('c', 'rest-look-up', 'TOWNS'),
      asked('d', 'sql-look-up', 'towns'),
      asked('e', 'file-look-up', 'Prices'),
    ],
  })
  await done(designer.call(formCalls.saveDesign, { params: { appId, formId: form.id }, body: { designerJson } }))

  const nowhere = { applicationId: null, systemId: null }
  const byProcess = [{ kind: 'process', id: process.id, name: 'Trip' }]
  const byForm = [{ kind: 'form', id: form.id, name: 'Trip form' }]
  const { body } = await usesOf()
  expect(body.unreadable).toEqual([])
  expect(body.items).toEqual([
    { kind: 'email-template', id: null, name: 'Nobody made it', ...nowhere, by: byProcess },
    { kind: 'email-template', id: mail.id, name: 'Trip booked', ...nowhere, by: byProcess },
    { kind: 'form-template', id: template.id, name: 'Address', ...nowhere, by: byForm },
    { kind: 'form-template', id: null, name: 'elsewhere', ...nowhere, by: byForm },
    { kind: 'data-list', id: list.id, name: 'Cities', ...nowhere, by: byForm },
    { ...nowhere, kind: 'rest-adapter', id: adapter.id, name: 'Find towns', systemId: system.id, by: byForm },
    // It is one of REST.
    { kind: 'sql-adapter', id: null, name: 'towns', ...nowhere, by: byForm },
    {
      ...{ ...nowhere, kind: 'file-adapter', id: read.id, name: 'Read prices' },
      ...{ systemId: system.id, apiId: files.id, by: byForm },
    },
    { kind: 'global-property', id: null, name: 'gone', ...nowhere, by: byProcess },
    { kind: 'global-property', id: property.id, name: 'Mail of the office', ...nowhere, by: byProcess },
  ])

  const shown = await done(integrator.call(externalSystemCalls.getAdapter, { params: { id: adapter.id } }))
  expect(shown.uses).toEqual([{ applicationId: appId, formId: form.id, name: 'Trip form' }])

  const disabled = { params: { id: mail.id }, query: { deletedReason: 'Old' } }
  await done(designer.call(emailTemplateCalls.disable, disabled))
  expect((await usesOf()).body.items.find(({ name }) => name === 'trip BOOKED')).toMatchObject({ id: null })
  const { status, error } = await usesOf(stranger)
  expect([status, error.code]).toEqual([404, 'thing.not-found'])
})
