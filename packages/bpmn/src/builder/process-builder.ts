import type { Dialect, ElementType, ProcessModel } from '../model.ts'
import { readBpmn } from '../read-bpmn.ts'
import { boundaryEvent } from '../vocabulary/themes/events.ts'
import { ends, sequenceFlow } from '../vocabulary/themes/flows.ts'
import { identity } from '../vocabulary/themes/general.ts'
import { process as processProperties } from '../vocabulary/themes/processes.ts'
import { escapeXml, writeDefinitions } from './bpmn-xml.ts'

/** Attributes of an element by the names that the XML has, including prefixes: `{ 'camunda:assignee': 'kermit' }`. */
export type Attributes = Readonly<Record<string, string | number | boolean>>

/** The content of an element, as XML. */
export interface Inside {
  readonly inside?: string
}

/**
 * Builds a process step by step, for tests. Each element follows the previous one; `moveTo` continues from another one,
 * and `connectTo` adds a flow to an existing one. Ids are given or numbered: `userTask1`, `endEvent2`.
 */
export interface ProcessBuilder {
  start(id?: string, attributes?: Attributes & Inside): ProcessBuilder
  end(id?: string, attributes?: Attributes & Inside): ProcessBuilder
  userTask(id?: string, attributes?: Attributes & Inside): ProcessBuilder
  serviceTask(id?: string, attributes?: Attributes & Inside): ProcessBuilder
  exclusiveGateway(id?: string, attributes?: Attributes & Inside): ProcessBuilder
  parallelGateway(id?: string, attributes?: Attributes & Inside): ProcessBuilder
  /** Any other flow element, by its BPMN name. */
  element(type: ElementType, id?: string, attributes?: Attributes & Inside): ProcessBuilder
  /**
   * Adds a boundary event at the previous element, from which the process continues. `definition` is its event
   * definition.
   */
  boundary(id: string, definition: string, attributes?: Attributes): ProcessBuilder
  /** A sub-process whose contents `build` adds. */
  subProcess(id: string, build: (inner: ProcessBuilder) => ProcessBuilder, attributes?: Attributes): ProcessBuilder
  /** Sets the condition of the flow to the next element. */
  when(condition: string): ProcessBuilder
  connectTo(id: string): ProcessBuilder
  moveTo(id: string): ProcessBuilder
  /** The BPMN file. */
  toXml(): string
  /** The model. @throws Error with every problem when the process is not valid. */
  build(): ProcessModel
}

/**
 * Starts building a process. It is executable unless the attributes say otherwise, and its dialect is found by its
 * attributes unless given.
 */
export function process(id: string, attributes: Attributes & Inside = {}, dialect?: Dialect): ProcessBuilder {
  return createBuilder({ parts: [], counts: new Map(), flows: 0 }, (contents) => {
    const { inside, rest } = split(attributes)
    const written = writeAttributes({ [identity.id.name]: id, [processProperties.isExecutable.name]: true, ...rest })
    return writeDefinitions(`<process ${written}>${inside}${contents}</process>`, dialect)
  })
}

interface Draft {
  readonly parts: string[]
  readonly counts: Map<string, number>
  flows: number
}

function createBuilder(draft: Draft, wrap: (contents: string) => string): ProcessBuilder {
  let current: string | null = null
  let condition: string | null = null

  const connect = (target: string) => {
    if (current === null) return
    const { name: tag } = sequenceFlow.conditionExpression
    const expression = condition === null ? '' : `<${tag}>${escapeXml(condition)}</${tag}>`
    const written = writeAttributes({
      [identity.id.name]: `flow${++draft.flows}`,
      [ends.sourceRef.name]: current,
      [ends.targetRef.name]: target,
    })
    draft.parts.push(`<sequenceFlow ${written}>${expression}</sequenceFlow>`)
    condition = null
  }
  const add = (type: ElementType, id: string, { inside, rest }: { inside: string; rest: Attributes }) => {
    draft.parts.push(`<${type} ${writeAttributes({ [identity.id.name]: id, ...rest })}>${inside}</${type}>`)
    return id
  }
  const next = (type: ElementType, id: string | undefined, attributes: Attributes & Inside = {}) => {
    const name = id ?? nextId(draft, type)
    connect(name)
    current = add(type, name, split(attributes))
    return builder
  }

  const builder: ProcessBuilder = {
    start: (id, attributes) => next('startEvent', id, attributes),
    end: (id, attributes) => next('endEvent', id, attributes),
    userTask: (id, attributes) => next('userTask', id, attributes),
    serviceTask: (id, attributes) => next('serviceTask', id, attributes),
    exclusiveGateway: (id, attributes) => next('exclusiveGateway', id, attributes),
    parallelGateway: (id, attributes) => next('parallelGateway', id, attributes),
    element: next,
    boundary: (id, definition, attributes = {}) => {
      if (current === null) throw new Error(`Expected an element before the boundary event ${id}, but there is none.`)
      current = add('boundaryEvent', id, {
        inside: definition,
        rest: { [boundaryEvent.attachedToRef.name]: current, ...attributes },
      })
      return builder
    },
    subProcess: (id, build, attributes = {}) => {
      const inner: Draft = { parts: [], counts: draft.counts, flows: draft.flows }
      build(createBuilder(inner, (contents) => contents))
      draft.flows = inner.flows
      return next('subProcess', id, { ...attributes, inside: inner.parts.join('') })
    },
    when: (text) => {
      condition = text
      return builder
    },
    connectTo: (id) => {
      connect(id)
      current = id
      return builder
    },
    moveTo: (id) => {
      current = id
      return builder
    },
    toXml: () => wrap(draft.parts.join('\n')),
    build: () => {
      const result = readBpmn(builder.toXml())
      if (!result.ok) throw new Error(result.problems.map(({ code, message }) => `${code}: ${message}`).join('\n'))
      const [model] = result.document.processes
      if (model === undefined) throw new Error('Expected a process, but the builder is not at its outermost level.')
      return model
    },
  }
  return builder
}

function nextId(draft: Draft, type: ElementType): string {
  const count = (draft.counts.get(type) ?? 0) + 1
  draft.counts.set(type, count)
  return `${type}${count}`
}

function split({ inside = '', ...rest }: Attributes & Inside): { inside: string; rest: Attributes } {
  return { inside, rest }
}

function writeAttributes(attributes: Attributes): string {
  return Object.entries(attributes)
    .map(([name, value]) => `${name}="${escapeXml(String(value))}"`)
    .join(' ')
}
