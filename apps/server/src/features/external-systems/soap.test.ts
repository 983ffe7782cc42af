import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { externalSystemCalls as calls, externalImportCalls } from '@millrace/contract'
import { createTestApp } from '@millrace/server/testing'
import { escapeText, parseXml, walk } from '@millrace/xml'
import { afterAll, expect, it } from 'vitest'
import { readAllowedAddresses } from '../../platform/outgoing/addresses.ts'
import { createOutgoingClient } from '../../platform/outgoing/http-client.ts'

const envelope = (inside: string) =>
  `<?xml version="1.0"?><e:Envelope xmlns:e="http://schemas.xmlsoap.org/soap/envelope/"><e:Body>${inside}</e:Body></e:Envelope>`
const asked: { path: string; type: string; action: string; names: string[] }[] = []
const service = http.createServer(async (request, response) => {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  const read = parseXml(Buffer.concat(parts).toString())
  const elements = read.ok ? [...walk(read.root)] : []
  const { 'content-type': type = '', soapaction = '' } = request.headers
  asked.push({ path: request.url ?? '', type, action: String(soapaction), names: elements.map(({ name }) => name) })
  const city = elements.find(({ name }) => name === 'city')?.text
  response.setHeader('content-type', 'text/xml; charset=utf-8')
  if (city === 'page') return void response.end('<html><body>We are back soon.</body></html>')
  if (city === 'fault') {
    response.statusCode = 500
    const fault = '<e:Fault><faultcode>e:Client</faultcode><faultstring>No such city</faultstring></e:Fault>'
    return void response.end(envelope(fault))
  }
  const shop = (name: string) =>
    `<shop open="true"><name xmlns="" xmlns:i="http://www.w3.org/2001/XMLSchema-instance" i:type="text">${name}</name><since xmlns:i="http://www.w3.org/2001/XMLSchema-instance" i:nil="true"/><city>${escapeText(city ?? '')}</city></shop>`
  const shops = city === 'one' ? ['Harbour'] : ['Harbour', 'Market &amp; Co']
  response.end(envelope(`<r:FindShopsResponse xmlns:r="urn:shops">${shops.map(shop).join('')}</r:FindShopsResponse>`))
})
service.listen(0, '127.0.0.1')
await once(service, 'listening')
afterAll(() => {
  service.closeAllConnections()
  service.close()
})
const origin = `http://127.0.0.1:${(service.address() as AddressInfo).port}`

const text = `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:s="http://schemas.xmlsoap.org/wsdl/soap/"
  xmlns:x="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:shops" targetNamespace="urn:shops" name="Shops">
<types><x:schema targetNamespace="urn:shops"><x:element name="FindShops"><x:complexType><x:sequence><x:element name="city" type="x:string"/></x:sequence></x:complexType></x:element>
<x:element name="FindShopsResponse"><x:complexType><x:sequence><x:element name="shop" maxOccurs="unbounded"><x:complexType><x:sequence><x:element name="name" type="x:string"/><x:element name="city" type="x:string"/></x:sequence></x:complexType></x:element></x:sequence></x:complexType></x:element></x:schema></types>
<message name="In"><part name="p" element="t:FindShops"/></message><message name="Out"><part name="p" element="t:FindShopsResponse"/></message>
<portType name="P"><operation name="FindShops"><input message="t:In"/><output message="t:Out"/></operation></portType>
<binding name="B" type="t:P"><s:binding transport="http://schemas.xmlsoap.org/soap/http"/><operation name="FindShops"><s:operation soapAction="urn:find"/><input><s:body use="literal"/></input></operation></binding>
<service name="S"><port name="ShopsPort" binding="t:B"><s:address location="https://elsewhere.example.org/soap/shops"/></port></service></definitions>`

const allowed = readAllowedAddresses('127.0.0.1')
if (allowed === null) throw new Error('Expected an address.')
const { signIn } = await createTestApp({ outgoing: createOutgoingClient({ allowed }) })
const integrator = await signIn({ roles: ['RoleIntegration'] })
const system = { id: (await integrator.call(calls.create, { body: { name: 'Shops' } })).body.id }
const settings = { kind: 'rest', baseUrl: origin } as const
const connection = await integrator.call(calls.createConnection, { params: system, body: { name: 'SOAP', settings } })
const api = await integrator.call(calls.createApi, {
  params: system,
  body: { name: 'Shops', connectionId: connection.body.id },
})
const params = { id: api.body.id }

it('a SOAP service is called by an adapter from its description, and its answers are rows', async () => {
  const { body: preview } = await integrator.call(externalImportCalls.preview, { params, body: { text } })
  expect(preview).toMatchObject({
    title: 'Shops',
    requests: [{ ref: 'ShopsPort FindShops', path: '/soap/shops', state: 'new' }],
  })
  const refs = ['ShopsPort FindShops']
  const imported = await integrator.call(externalImportCalls.run, { params, body: { text, refs } })
  expect(imported.body).toEqual({ created: 1, changed: 0 })
  const again = await integrator.call(externalImportCalls.preview, { params, body: { text } })
  expect(again.body.requests).toMatchObject([{ state: 'same' }])

  const { body } = await integrator.call(calls.get, { params: system })
  const adapterId = body.adapters.find(({ name }) => name === 'FindShops')?.id ?? ''
  const ask = async (city: string) =>
    (await integrator.call(calls.tryAdapter, { params: { id: adapterId }, body: { parameters: { city } } })).body
  expect(await ask('Bergen <&"')).toMatchObject({
    fault: null,
    columns: ['name', 'city'],
    rows: [
      ['Harbour', 'Bergen <&"'],
      ['Market & Co', 'Bergen <&"'],
    ],
  })
  asked.length = 0
  expect(await ask('one')).toMatchObject({ fault: null, rows: [['Harbour', 'one']] })
  expect(asked).toEqual([
    {
      ...{ path: '/soap/shops', type: 'text/xml; charset=utf-8', action: '"urn:find"' },
      names: ['Envelope', 'Body', 'FindShops', 'city'],
    },
  ])
  expect((await ask('fault')).fault).toContain('No such city')
  expect((await ask('page')).fault).toContain('Expected JSON as the answer')
})
