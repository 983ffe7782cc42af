import { attribute, type XmlElement } from '@millrace/xml'
import { escapeXmlValue } from '../look-ups/xml-values.ts'
import { beginning, createNames, type ImportedRequest, maxRequests, readDescription, toName } from './import-text.ts'
import { answerColumns, createXmlTemplate } from './wsdl-bodies.ts'
import { childrenOf, type Declarations, indexDeclarations, wsdl } from './wsdl-declarations.ts'

const transports = {
  'http://schemas.xmlsoap.org/wsdl/soap/': { envelope: 'http://schemas.xmlsoap.org/soap/envelope/', version: '1.1' },
  'http://schemas.xmlsoap.org/wsdl/soap12/': { envelope: 'http://www.w3.org/2003/05/soap-envelope', version: '1.2' },
} as const
type Transport = keyof typeof transports

/** The place of an operation in the service, and how it is sent. */
interface Port {
  readonly name: string
  readonly path: string
  readonly query: { name: string; value: string }[]
  readonly transport: Transport
  readonly binding: XmlElement
  readonly style: string
}

/**
 * Reads the operations of a WSDL 1.1 description as requests with a SOAP envelope as the body (W3C notes WSDL 1.1, SOAP
 * 1.1 and SOAP 1.2). An operation that several ports offer is taken from the first one. Other files are not read.
 */
export function readWsdl(root: XmlElement): ImportedRequest[] {
  const declarations = indexDeclarations(root)
  const requests = new Map<string, ImportedRequest>()
  for (const port of listPorts(root, declarations)) {
    const portType = declarations.find('portType', port.binding, attribute(port.binding, 'type'))
    const operations = new Map(
      portType === undefined
        ? []
        : childrenOf(portType, wsdl, 'operation').map((one) => [attribute(one, 'name') ?? '', one] as const),
    )
    for (const operation of childrenOf(port.binding, wsdl, 'operation')) {
      if (requests.size === maxRequests) return [...requests.values()]
      const name = attribute(operation, 'name') ?? ''
      const id = `${attribute(port.binding, 'type') ?? ''} ${name}`
      const abstract = operations.get(name)
      if (name === '' || abstract === undefined || requests.has(id)) continue
      requests.set(id, readOperation({ declarations, port, operation, abstract, name }))
    }
  }
  return [...requests.values()]
}

/** Lists the ports of all services that speak SOAP. */
function listPorts(root: XmlElement, declarations: Declarations): Port[] {
  return childrenOf(root, wsdl, 'service').flatMap((service) =>
    childrenOf(service, wsdl, 'port').flatMap((port) => {
      const binding = declarations.find('binding', port, attribute(port, 'binding'))
      const marked = binding?.children.find(({ uri, name }) => Object.hasOwn(transports, uri) && name === 'binding')
      if (binding === undefined || marked === undefined) return []
      const location = port.children.find(({ uri, name }) => uri === marked.uri && name === 'address')
      const address = location && URL.parse(attribute(location, 'location') ?? '')
      return [
        {
          name: attribute(port, 'name') ?? '',
          path: address ? decodePath(address.pathname) : '',
          query: address ? [...address.searchParams].map(([name, value]) => ({ name, value })).filter(isPlain) : [],
          transport: marked.uri as Transport,
          binding,
          style: attribute(marked, 'style') ?? 'document',
        },
      ]
    }),
  )
}

/** A path that an adapter may have; what has places of its own is left out. */
function decodePath(path: string): string {
  return path === '/' || /[{}]/.test(path) ? '' : path
}

function isPlain({ name, value }: { name: string; value: string }): boolean {
  return name !== '' && name.length <= 100 && value.length <= 500 && !/[{}]/.test(value)
}

interface Operation {
  readonly declarations: Declarations
  readonly port: Port
  /** The operation of the binding. */
  readonly operation: XmlElement
  /** The operation of the port type. */
  readonly abstract: XmlElement
  readonly name: string
}

function readOperation({ declarations, port, operation, abstract, name }: Operation): ImportedRequest {
  const { transport, path, query } = port
  const notes: string[] = []
  const names = createNames()
  const soap = operation.children.find((one) => one.uri === transport && one.name === 'operation')
  const style = (soap && attribute(soap, 'style')) ?? port.style
  const input = childrenOf(operation, wsdl, 'input')[0]
  const output = childrenOf(operation, wsdl, 'output')[0]
  const inputBody = input?.children.find((one) => one.uri === transport && one.name === 'body')
  if (input?.children.some((one) => one.uri === transport && one.name === 'header'))
    notes.push('Headers of the envelope are left out.')
  declarations.restart()
  const parts = bodyParts(partsOf(declarations, abstract, 'input'), input, transport)
  const template = createXmlTemplate({ declarations, names, notes })
  const content = () =>
    style === 'rpc'
      ? template.wrapper({ uri: (inputBody && attribute(inputBody, 'namespace')) ?? '', name }, parts)
      : parts.map((part) => template.part(part)).join('\n')
  const ofTransport = transports[transport]
  let body = ''
  try {
    body = writeEnvelope(ofTransport.envelope, template.namespaces, content())
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    notes.push('The body has too many values, and is left out.')
  }
  const action = (soap && attribute(soap, 'soapAction')) ?? ''
  const documentation = childrenOf(abstract, wsdl, 'documentation')[0]?.text ?? ''
  return {
    ref: `${port.name} ${name}`.slice(0, 600),
    key: toName(name),
    name: name.slice(0, 100),
    description: readDescription({ description: documentation }, notes),
    settings: {
      ...beginning,
      method: 'POST',
      path,
      query,
      headers: headersOf(ofTransport.version, /[{}"]/.test(action) || action.length > 400 ? '' : action),
      bodyKind: 'xml',
      body,
      ...(body === '' ? {} : { types: names.types }),
      ...readAnswer(declarations, {
        style,
        name,
        parts: bodyParts(partsOf(declarations, abstract, 'output'), output, transport),
      }),
    },
    notes,
  }
}

function headersOf(version: '1.1' | '1.2', action: string): { name: string; value: string }[] {
  if (version === '1.2') {
    const parameter = action === '' ? '' : `; action="${action}"`
    return [
      { name: 'Accept', value: 'application/soap+xml' },
      { name: 'Content-Type', value: `application/soap+xml; charset=utf-8${parameter}` },
    ]
  }
  return [
    { name: 'Accept', value: 'text/xml' },
    { name: 'Content-Type', value: 'text/xml; charset=utf-8' },
    { name: 'SOAPAction', value: `"${action}"` },
  ]
}

/** The parts that are in the body of the envelope: those that it names, or those that are no header. */
function bodyParts(
  parts: readonly XmlElement[],
  direction: XmlElement | undefined,
  transport: Transport,
): XmlElement[] {
  const marked = (direction?.children ?? []).filter(({ uri }) => uri === transport)
  const body = marked.find(({ name }) => name === 'body')
  const named = (body && attribute(body, 'parts'))?.trim().split(/\s+/)
  const headers = new Set(marked.filter(({ name }) => name === 'header').map((one) => attribute(one, 'part')))
  return parts.filter((part) => {
    const name = attribute(part, 'name') ?? ''
    return named === undefined ? !headers.has(name) : named.includes(name)
  })
}

function readAnswer(...[declarations, answer]: Parameters<typeof answerColumns>): ReturnType<typeof answerColumns> {
  try {
    declarations.restart()
    return answerColumns(declarations, answer)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return { rows: '', columns: beginning.columns }
  }
}

/** The parts of the message of an operation. */
function partsOf(declarations: Declarations, abstract: XmlElement, direction: 'input' | 'output'): XmlElement[] {
  const given = childrenOf(abstract, wsdl, direction)[0]
  const message = given && declarations.find('message', given, attribute(given, 'message'))
  return message === undefined ? [] : childrenOf(message, wsdl, 'part')
}

function writeEnvelope(envelope: string, namespaces: ReadonlyMap<string, string>, content: string): string {
  const declared = [...namespaces].map(([uri, prefix]) => ` xmlns:${prefix}="${escapeXmlValue(uri)}"`).join('')
  const inside = content.replaceAll(/^/gm, '    ')
  return `<soap:Envelope xmlns:soap="${envelope}"${declared}>\n  <soap:Body>\n${inside}\n  </soap:Body>\n</soap:Envelope>`
}
