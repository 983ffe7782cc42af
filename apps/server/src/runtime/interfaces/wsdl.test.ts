import { expect, it } from 'vitest'
import { readInterface } from './read-import.ts'

const soap = 'http://schemas.xmlsoap.org/wsdl/soap/'
const described = (types: string, { messages = '', style = 'document', uri = soap, action = 'urn:get' } = {}) =>
  `<?xml version="1.0"?><w:definitions name="Orders" targetNamespace="urn:shop" xmlns:w="http://schemas.xmlsoap.org/wsdl/"
  xmlns:s="${uri}" xmlns:t="urn:shop" xmlns:d="urn:data" xmlns:x="http://www.w3.org/2001/XMLSchema"><w:types>${types}</w:types>
  <w:message name="In">${messages || '<w:part name="parameters" element="d:GetOrder"/>'}</w:message>
  <w:message name="Out"><w:part name="parameters" element="d:GetOrderResponse"/></w:message>
  <w:portType name="Port"><w:operation name="GetOrder"><w:documentation>Reads an order.</w:documentation><w:input message="t:In"/><w:output message="t:Out"/></w:operation></w:portType>
  <w:binding name="Bound" type="t:Port"><s:binding style="${style}" transport="http://schemas.xmlsoap.org/soap/http"/>
    <w:operation name="GetOrder"><s:operation soapAction="${action}"/><w:input><s:body use="literal" namespace="urn:rpc"/></w:input></w:operation></w:binding>
  <w:service name="Orders"><w:port name="OrdersPort" binding="t:Bound"><s:address location="https://shop.example.org/services/orders?v=1"/></w:port></w:service></w:definitions>`
const schema = (inside: string, form = 'qualified') =>
  `<x:schema targetNamespace="urn:data" elementFormDefault="${form}">${inside}</x:schema>`
const order = `<x:element name="GetOrder"><x:complexType><x:sequence><x:element name="number" type="x:int"/>
  <x:element name="who" type="d:Customer" minOccurs="0"/></x:sequence></x:complexType></x:element>
  <x:complexType name="Customer"><x:complexContent><x:extension base="d:Person"><x:sequence><x:element name="since" type="x:date"/></x:sequence>
  <x:attribute name="code" use="required"/></x:extension></x:complexContent></x:complexType>
  <x:complexType name="Person"><x:sequence><x:element name="name" type="x:string"/></x:sequence></x:complexType>
  <x:element name="GetOrderResponse"><x:complexType><x:sequence><x:element name="line" maxOccurs="unbounded"><x:complexType><x:sequence>
  <x:element name="article" type="x:string"/><x:element name="amount" type="x:decimal"/></x:sequence></x:complexType></x:element></x:sequence></x:complexType></x:element>`

function read(text: string) {
  const result = readInterface({ text })
  if (!result.ok) throw new Error(result.fault)
  return result.requests
}

it('an operation becomes a request with its envelope, places for values, and the list of its answer', () => {
  const [request, ...others] = read(described(schema(order)))
  expect(others).toEqual([])
  expect(request).toMatchObject({
    ref: 'OrdersPort GetOrder',
    key: 'GetOrder',
    name: 'GetOrder',
    description: 'Reads an order.',
    notes: ['Optional elements are in the body. Remove those that are not needed.'],
    settings: {
      method: 'POST',
      path: '/services/orders',
      query: [{ name: 'v', value: '1' }],
      headers: [
        { name: 'Accept', value: 'text/xml' },
        { name: 'Content-Type', value: 'text/xml; charset=utf-8' },
        { name: 'SOAPAction', value: '"urn:get"' },
      ],
      bodyKind: 'xml',
      types: [
        { name: 'number', type: 'integer' },
        { name: 'whoSince', type: 'date' },
      ],
      rows: 'Envelope.Body.GetOrderResponse.line',
      columns: [
        { key: 'article', path: 'article' },
        { key: 'amount', path: 'amount' },
      ],
    },
  })
  expect(
    request?.settings.body,
  ).toBe(`<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/" xmlns:n1="urn:data">
  <soap:Body>
    <n1:GetOrder>
      <n1:number>{number}</n1:number>
      <n1:who code="{whoCode}">
        <n1:name>{whoName}</n1:name>
        <n1:since>{whoSince}</n1:since>
      </n1:who>
    </n1:GetOrder>
  </soap:Body>
</soap:Envelope>`)
})

it('SOAP 1.2 has its action in the content type, and unqualified members have no prefix', () => {
  const [request] = read(
    described(schema(order, 'unqualified'), { uri: 'http://schemas.xmlsoap.org/wsdl/soap12/', action: 'urn:get' }),
  )
  expect(request?.settings.headers.at(-1)?.value).toBe('application/soap+xml; charset=utf-8; action="urn:get"')
  expect(request?.settings.body).toContain('xmlns:soap="http://www.w3.org/2003/05/soap-envelope"')
  expect(request?.settings.body).toContain('<number>{number}</number>')
})

it('the style rpc wraps the parts in the name of the operation', () => {
  const messages = '<w:part name="a" type="x:boolean"/><w:part name="b" type="d:Person"/>'
  const [request] = read(described(schema(order), { style: 'rpc', messages }))
  expect(request?.settings.body).toContain('xmlns:n1="urn:rpc"')
  expect(request?.settings.body.replaceAll(/\n\s*/g, '')).toContain(
    '<n1:GetOrder><a>{a}</a><b><n2:name>{bName}</n2:name></b></n1:GetOrder>',
  )
  expect(request?.settings.rows).toBe('Envelope.Body.GetOrderResponse')
})

it('types that contain themselves, that are huge, and of other files are left out with a note', () => {
  const self = `<x:element name="GetOrder" type="d:Node"/><x:complexType name="Node"><x:sequence><x:element name="next" type="d:Node"/></x:sequence></x:complexType>`
  expect(read(described(schema(self)))[0]?.notes).toEqual(['Some elements are nested too deeply, and are left out.'])
  const level = (n: number) =>
    `<x:complexType name="L${n}"><x:sequence>${Array.from({ length: 10 }, (_, at) => `<x:element name="e${at}" type="d:L${n + 1}"/>`).join('')}</x:sequence></x:complexType>`
  const huge = `<x:element name="GetOrder" type="d:L0"/>${[0, 1, 2, 3, 4, 5].map(level).join('')}`
  const [request] = read(described(schema(huge)))
  expect(request?.notes).toEqual(['The body has too many values, and is left out.'])
  expect([request?.settings.body, request?.settings.types]).toEqual(['', []])
  expect(read(described(''))[0]).toMatchObject({
    notes: ['Types of other files are left out.'],
    settings: {
      body: expect.stringContaining('<n1:GetOrder>{getOrder}</n1:GetOrder>'.replace('getOrder', 'GetOrder')),
    },
  })
})

it.each([
  [
    '<description xmlns="http://www.w3.org/ns/wsdl"/>',
    'Expected WSDL 1.1, but this is WSDL 2.0. Most services offer both.',
  ],
  ['<html/>', 'Expected a WSDL 1.1 description, but this is other XML.'],
  ['<definitions xmlns="http://schemas.xmlsoap.org/wsdl/"/>', 'Expected operations of a service that speaks SOAP'],
  ['<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>', 'Expected no document type'],
  ['<a', 'Expected well-formed XML'],
])('%s is refused in a sentence', (text, sentence) => {
  expect(readInterface({ text })).toEqual({ ok: false, fault: expect.stringContaining(sentence) })
})

it('a description of two megabytes that refers to itself everywhere is read in little time', () => {
  const many = Array.from(
    { length: 9_000 },
    (_, n) =>
      `<x:complexType name="T${n}"><x:complexContent><x:extension base="d:T${n}"><x:sequence><x:group ref="d:G"/></x:sequence></x:extension></x:complexContent></x:complexType>`,
  ).join('')
  const group = `<x:group name="G"><x:sequence>${'<x:group ref="d:G"/>'.repeat(200)}</x:sequence></x:group>`
  const before = process.cpuUsage()
  const [request] = read(described(schema(`<x:element name="GetOrder" type="d:T1"/>${group}${many}`)))
  expect(request?.notes).toEqual(['The body has too many values, and is left out.'])
  const { user, system } = process.cpuUsage(before)
  expect((user + system) / 1000).toBeLessThan(5000)
})
