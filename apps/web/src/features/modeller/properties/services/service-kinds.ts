import { listModdleChildren, listProperties, type ModdleElement, readModdleAttribute } from '@millrace/bpmn/moddle'

/** The kinds of services that a service task, send task, business rule task or throwing message event can run. */
export const serviceKinds = [
  'adapter',
  'http',
  'mail',
  'decision',
  'external',
  'expression',
  'java',
  'connector',
] as const
export type ServiceKind = (typeof serviceKinds)[number]

/**
 * The service of a task. `none`: not chosen yet. `other`: a service that does not run here, such as a shell command.
 */
export type RunKind = ServiceKind | 'none' | 'other'

/** A setting of a built-in service, which the file stores in a field. */
export interface ServiceField {
  /** As Flowable calls it. */
  readonly name: string
  readonly editor: 'text' | 'lines' | 'flag' | 'method' | 'thing'
  /** Shown when it is set, or when everything is asked for. */
  readonly isRare?: boolean
}

/** The properties of the element, by name, that are set for each kind in addition to its fields. */
export const kindRows: Readonly<Record<RunKind, readonly string[]>> = {
  adapter: [],
  http: [],
  mail: [],
  decision: [
    'decisionRef',
    'decisionRefBinding',
    'decisionRefVersion',
    'decisionRefVersionTag',
    'decisionRefTenantId',
    'mapDecisionResult',
    'resultVariable',
  ],
  external: [
    'topic',
    'taskPriority',
    'errorEventDefinition',
    'mapException',
    'externalWorkerInParameter',
    'externalWorkerOutParameter',
  ],
  expression: ['expression', 'resultVariable', 'useLocalScopeForResultVariable'],
  java: ['class', 'delegateExpression', 'resultVariable', 'field'],
  connector: ['connector'],
  none: [],
  other: ['type', 'field', 'resultVariable'],
}

/** The names of all properties that belong to a kind of service. */
export const kindNames: ReadonlySet<string> = new Set([
  ...Object.values(kindRows).flat(),
  'adapter',
  'type',
  'rules',
  'ruleVariablesInput',
  'sameDeployment',
])

export const kindFields: Readonly<Partial<Record<ServiceKind, readonly ServiceField[]>>> = {
  http: [
    { name: 'requestMethod', editor: 'method' },
    { name: 'requestUrl', editor: 'text' },
    { name: 'requestHeaders', editor: 'lines' },
    { name: 'requestBody', editor: 'lines' },
    { name: 'responseVariableName', editor: 'text' },
    { name: 'saveResponseVariableAsJson', editor: 'flag' },
    { name: 'requestTimeout', editor: 'text', isRare: true },
    { name: 'failStatusCodes', editor: 'text' },
    { name: 'handleStatusCodes', editor: 'text' },
    { name: 'disallowRedirects', editor: 'flag', isRare: true },
    { name: 'ignoreException', editor: 'flag', isRare: true },
    { name: 'saveResponseParameters', editor: 'flag', isRare: true },
    { name: 'saveRequestVariables', editor: 'flag', isRare: true },
    { name: 'resultVariablePrefix', editor: 'text', isRare: true },
  ],
  mail: [
    { name: 'to', editor: 'text' },
    { name: 'template', editor: 'thing' },
    { name: 'subject', editor: 'text' },
    { name: 'text', editor: 'lines' },
    { name: 'html', editor: 'lines' },
    { name: 'cc', editor: 'text' },
    { name: 'bcc', editor: 'text', isRare: true },
    { name: 'from', editor: 'text', isRare: true },
    { name: 'headers', editor: 'lines', isRare: true },
    { name: 'ignoreException', editor: 'flag', isRare: true },
    { name: 'exceptionVariableName', editor: 'text', isRare: true },
  ],
  decision: [
    { name: 'decisionTableReferenceKey', editor: 'thing' },
    { name: 'sameDeployment', editor: 'flag', isRare: true },
    { name: 'decisionTaskThrowErrorOnNoHits', editor: 'flag' },
  ],
}

/** The settings of Camunda's `http-connector`, which are in its inputs; the answer is one of its outputs. */
export const connectorFields: readonly ServiceField[] = [
  { name: 'method', editor: 'method' },
  { name: 'url', editor: 'text' },
  { name: 'payload', editor: 'lines' },
]

const types: Readonly<Record<string, RunKind>> = {
  '': 'none',
  external: 'external',
  'external-worker': 'external',
  http: 'http',
  mail: 'mail',
  dmn: 'decision',
}

/** Returns the kind of service that an element runs, by the rules of the reader: the first match counts. */
export function findRunKind(element: ModdleElement): RunKind {
  const type = (readNamed(element, 'type') ?? '').trim()
  if (type !== '') return types[type] ?? types[type.toLowerCase()] ?? 'other'
  if (readNamed(element, 'class') || readNamed(element, 'delegateExpression')) return 'java'
  if (readNamed(element, 'expression')) return 'expression'
  if (findAdapterCall(element) !== undefined) return 'adapter'
  if (findConnector(element) !== undefined) return isHttpConnector(element) ? 'http' : 'connector'
  return readNamed(element, 'decisionRef') ? 'decision' : 'none'
}

export function isHttpConnector(element: ModdleElement): boolean {
  const connector = findConnector(element)
  const id = listProperties(connector?.$type ?? '').find(({ property }) => property.name === 'connectorId')?.property
  if (connector === undefined || id === undefined || id.place !== 'partElement') return false
  const [holder] = listModdleChildren(connector, { ...id, place: id.place })
  return String(holder?.get('body') ?? '').trim() === 'http-connector'
}

export function findConnector(element: ModdleElement): ModdleElement | undefined {
  return findExtension(element, 'connector')
}

/** Finds the child element with the adapter and its parameters. */
export function findAdapterCall(element: ModdleElement): ModdleElement | undefined {
  return findExtension(element, 'adapter')
}

function findExtension(element: ModdleElement, wanted: string): ModdleElement | undefined {
  const property = listProperties(element.$type).find(({ property: { name } }) => name === wanted)?.property
  return property === undefined || property.place !== 'extensionElement'
    ? undefined
    : listModdleChildren(element, { ...property, place: property.place })[0]
}

function readNamed(element: ModdleElement, name: string): string | null {
  const found = listProperties(element.$type).find(({ property }) => property.name === name)?.property
  return found === undefined || found.place !== 'extension'
    ? null
    : readModdleAttribute(element, { ...found, place: found.place })
}
