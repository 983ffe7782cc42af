import {
  asynchronous,
  type Block,
  type Draft,
  flow,
  isFlowable,
  listPlain,
  newId,
  thrownSignal,
  vendor,
  type Where,
} from './draft.ts'
import { boundaryEvents, eventSubProcess, eventSubProcesses } from './events.ts'

/** Creates a random activity with loops, boundary events, listeners, mappings and a compensation handler. */
export function activity(draft: Draft, where: Where): Block {
  const { random } = draft
  const isScope = where.depth < 3 && draft.budget > 6 && random.chance(0.35)
  const { id, xml, thrown } = isScope ? scope(draft, where) : task(draft)
  const merge = newId(draft, 'merge')
  const events = boundaryEvents(draft, id, merge, where, thrown)
  const isCompensable =
    thrown.length === 0 && !xml.includes('<compensateEventDefinition/></startEvent>') && random.chance(0.2)
  const handler = isCompensable ? compensationHandler(draft, id) : ''
  const gateway = `<exclusiveGateway id="${merge}"/>`
  return { xml: `${xml}${handler}${events}${flow(id, merge)}${gateway}`, first: id, last: merge }
}

interface Made {
  readonly id: string
  readonly xml: string
  /** Event definitions that catch what is thrown inside. */
  readonly thrown: readonly string[]
}

function task(draft: Draft): Made {
  const { random, prefix } = draft
  const id = newId(draft, 'task')
  const [type, attributes, inside] = random.pick(
    prefix === '' ? plainTasks(draft) : [...plainTasks(draft), ...vendorTasks(draft)],
  )
  const [loop, isLooped] = loopOf(draft)
  const extensions = inside.startsWith('<extensionElements>') ? '' : extensionsOf(draft, !isLooped)
  return {
    id,
    xml: `<${type} id="${id}" ${attributes}${asynchronous(draft)}>${extensions}${inside}${loop}</${type}>`,
    // A worker may report this error. Without an event that catches it, a join behind would wait for ever.
    thrown: attributes.includes(':topic=') ? [error] : [],
  }
}

type Task = readonly [type: string, attributes: string, inside: string]

function plainTasks(draft: Draft): Task[] {
  const id = `m${draft.definitions.length}`
  draft.definitions.push(`<message id="${id}" name="${id}"/>`)
  return [
    ['userTask', '', ''],
    ['userTask', '', ''],
    ...listPlain('task').map((type): Task => [type, '', '']),
    ['receiveTask', `messageRef="${id}"`, ''],
    ['receiveTask', '', ''],
    ['sendTask', `messageRef="${id}"`, ''],
    ['scriptTask', 'scriptFormat="juel"', `<script>\${execution.setVariable('n', n + 1)}</script>`],
  ]
}

function vendorTasks(draft: Draft): Task[] {
  const decision = isFlowable(draft)
    ? []
    : [['businessRuleTask', vendor(draft, { decisionRef: 'choose', resultVariable: 'chosen' }), ''] as const]
  return [
    ['serviceTask', vendor(draft, { expression: "${execution.setVariable('go', !go)}" }), ''],
    ['serviceTask', vendor(draft, { type: isFlowable(draft) ? 'external-worker' : 'external', topic: 'topic' }), ''],
    ['serviceTask', vendor(draft, { class: 'org.example.Bound' }), ''],
    ['callActivity', 'calledElement="called"', ''],
    ...decision,
    ...services(draft),
  ]
}

/** What is done outside of the engine, in the words of the vendor. */
function services(draft: Draft): Task[] {
  const { prefix } = draft
  const url = 'http://localhost/'
  if (isFlowable(draft)) {
    const field = `<extensionElements><${prefix}:field name="requestUrl"><${prefix}:string>${url}</${prefix}:string></${prefix}:field></extensionElements>`
    return [['serviceTask', vendor(draft, { type: 'http' }), field]]
  }
  const input = `<${prefix}:inputOutput><${prefix}:inputParameter name="url">${url}</${prefix}:inputParameter></${prefix}:inputOutput>`
  const connector = `<${prefix}:connector><${prefix}:connectorId>http-connector</${prefix}:connectorId>${input}</${prefix}:connector>`
  return [['serviceTask', '', `<extensionElements>${connector}</extensionElements>`]]
}

/** A loop around a task or a scope, now and then. */
function loopOf({ random, prefix }: Draft): readonly [xml: string, isLooped: boolean] {
  const kind = random.next()
  const isSequential = random.chance(0.5)
  if (kind < 0.8) return ['', false]
  if (kind < 0.86)
    return [
      `<standardLoopCharacteristics testBefore="${random.chance(0.5)}" loopMaximum="2"><loopCondition>\${true}</loopCondition></standardLoopCharacteristics>`,
      true,
    ]
  const done = random.chance(0.3)
    ? '<completionCondition>${nrOfCompletedInstances >= 2}</completionCondition>'.replace('>=', '&gt;=')
    : ''
  if (kind < 0.93 || prefix === '')
    return [
      `<multiInstanceLoopCharacteristics isSequential="${isSequential}"><loopCardinality>${random.below(4)}</loopCardinality>${done}</multiInstanceLoopCharacteristics>`,
      true,
    ]
  return [
    `<multiInstanceLoopCharacteristics isSequential="${isSequential}" ${prefix}:collection="list" ${prefix}:elementVariable="item">${done}</multiInstanceLoopCharacteristics>`,
    true,
  ]
}

/** Listeners and mappings. */
function extensionsOf(draft: Draft, mayMap: boolean): string {
  const { random, prefix } = draft
  if (prefix === '' || random.chance(0.6)) return ''
  const listener = ['start', 'end']
    .filter(() => random.chance(0.5))
    .map(
      (event) =>
        `<${prefix}:executionListener event="${event}" expression="\${execution.setVariable('heard', execution.eventName)}"/>`,
    )
  const mapping =
    mayMap && !isFlowable(draft) && random.chance(0.5)
      ? `<${prefix}:inputOutput><${prefix}:inputParameter name="own">\${n}</${prefix}:inputParameter><${prefix}:outputParameter name="out">\${own}</${prefix}:outputParameter></${prefix}:inputOutput>`
      : ''
  return `<extensionElements>${listener.join('')}${mapping}</extensionElements>`
}

function compensationHandler(draft: Draft, hostId: string): string {
  const [eventId, id] = [newId(draft, 'compensation'), newId(draft, 'undo')]
  const [type, inside] = draft.random.pick([
    ['userTask', ''],
    ['task', ''],
    ['scriptTask', `<script>\${execution.setVariable('undone', true)}</script>`],
  ] as const)
  return `<boundaryEvent id="${eventId}" attachedToRef="${hostId}"><compensateEventDefinition/></boundaryEvent><${type} id="${id}" isForCompensation="true"${type === 'scriptTask' ? ' scriptFormat="juel"' : ''}>${inside}</${type}><association id="${eventId}-${id}" sourceRef="${eventId}" targetRef="${id}"/>`
}

const error = '<errorEventDefinition errorRef="caught"/>'
const escalation = '<escalationEventDefinition escalationRef="e2"/>'
const cancel = '<cancelEventDefinition/>'

/** A sub-process, a transaction or an ad-hoc sub-process. */
function scope(draft: Draft, where: Where): Made {
  const { random } = draft
  const id = newId(draft, 'sub')
  const [loop] = loopOf(draft)
  const inner: Where = { depth: where.depth + 1, mayEnd: true, inTransaction: false, inLoop: false }
  const kind = random.next()
  if (kind < 0.12) {
    const activities = Array.from({ length: 1 + random.below(2) }, () => task(draft).xml).join('')
    const done = random.chance(0.5) ? '<completionCondition>${go}</completionCondition>' : ''
    return {
      id,
      xml: `<adHocSubProcess id="${id}" cancelRemainingInstances="${random.chance(0.7)}"${asynchronous(draft)}>${loop}${activities}${done}</adHocSubProcess>`,
      thrown: [],
    }
  }
  const isTransaction = kind < 0.3
  const throwable = isTransaction ? [error, escalation, cancel] : [error, escalation]
  const thrown = throwable.filter(() => random.chance(0.35))
  const inside = thrown.filter((definition) => definition !== cancel && random.chance(0.35))
  const start = newId(draft, 'start')
  const body = draft.inside.sequence(draft, 1 + random.below(3), inner)
  const ends = throwing(draft, body, thrown)
  const handlers = [...inside, ...(random.chance(0.12) ? ['<compensateEventDefinition/>'] : [])].map((definition) =>
    handler(draft, inner, definition),
  )
  const tag = isTransaction ? 'transaction' : 'subProcess'
  const xml = `<${tag} id="${id}"${asynchronous(draft)}>${loop}<startEvent id="${start}"/>${flow(start, body.first)}${body.xml}${ends}${eventSubProcesses(draft, inner)}${handlers.join('')}</${tag}>`
  return { id, xml, thrown: thrown.filter((definition) => !inside.includes(definition)) }
}

/** An event sub-process for what is thrown in its scope. */
function handler(draft: Draft, where: Where, definition: string): string {
  const isBeside = definition === escalation && draft.random.chance(0.5)
  return eventSubProcess(draft, where, `<startEvent id="%" isInterrupting="${!isBeside}">${definition}</startEvent>`)
}

/** Ends that throw, one of which is chosen by a variable when the body is done. */
function throwing(draft: Draft, { last }: Block, thrown: readonly string[]): string {
  if (last === null) return ''
  const normal = newId(draft, 'end')
  if (thrown.length === 0) return `<endEvent id="${normal}"/>${flow(last, normal)}`
  const choose = newId(draft, 'choose')
  const ends = thrown.map((definition, index) => {
    const id = newId(draft, 'throws')
    const isMultiple = definition !== cancel && draft.random.chance(0.2)
    return `<endEvent id="${id}">${isMultiple ? thrownSignal(draft) : ''}${definition}</endEvent>${flow(choose, id, `\${n % 4 == ${index}}`)}`
  })
  return `${flow(last, choose)}<exclusiveGateway id="${choose}" default="f-${choose}-${normal}"/><endEvent id="${normal}"/>${flow(choose, normal)}${ends.join('')}`
}
