import { type Dialect, dialects } from '@millrace/bpmn'

/** What events of tests refer to: each has its name or code as id. */
const roots = `
  <message id="first" name="first"/><message id="second" name="second"/>
  <signal id="alarm" name="alarm"/><signal id="calm" name="calm"/>
  <error id="oops" errorCode="oops"/><error id="other" errorCode="other"/>
  <escalation id="rise" escalationCode="rise"/><escalation id="steep" escalationCode="steep"/>`

/**
 * Returns a BPMN file with the given elements, for tests. It declares the messages `first` and `second`, the signals
 * `alarm` and `calm`, the errors `oops` and `other`, and the escalations `rise` and `steep`.
 */
export function bpmn(
  elements: string,
  {
    id = 'process',
    definitions = '',
    dialect = 'camunda',
    attributes = '',
  }: { id?: string; definitions?: string; dialect?: Dialect; attributes?: string } = {},
): string {
  const namespace = dialect === 'bpmn' ? '' : `xmlns:${dialect}="${dialects[dialect].uri}"`
  return `<?xml version="1.0" encoding="UTF-8"?>
<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" ${namespace} id="definitions" targetNamespace="test">
${roots}
${definitions}
<process id="${id}" isExecutable="true" ${attributes}>${elements}</process>
</definitions>`
}

/** Returns sequence flows through elements in the given order, with ids such as `a-b`, for tests. */
export function path(...ids: readonly string[]): string {
  return ids
    .slice(1)
    .map((id, index) => flow(ids[index] ?? '', id))
    .join('')
}

/** Returns a sequence flow, with a condition if one is given, for tests. */
export function flow(from: string, to: string, condition?: string): string {
  const inside =
    condition === undefined ? '' : `<conditionExpression>${condition.replaceAll('<', '&lt;')}</conditionExpression>`
  return `<sequenceFlow id="${from}-${to}" sourceRef="${from}" targetRef="${to}">${inside}</sequenceFlow>`
}

/** Functions that return the XML of event definitions, by kind of event, for tests. */
export const on = {
  message: (name = 'first') => `<messageEventDefinition messageRef="${name}"/>`,
  signal: (name = 'alarm') => `<signalEventDefinition signalRef="${name}"/>`,
  error: (code?: string) => `<errorEventDefinition${code === undefined ? '' : ` errorRef="${code}"`}/>`,
  escalation: (code?: string) => `<escalationEventDefinition${code === undefined ? '' : ` escalationRef="${code}"`}/>`,
  timer: (duration = 'PT1H') => `<timerEventDefinition><timeDuration>${duration}</timeDuration></timerEventDefinition>`,
  cycle: (cycle = 'R3/PT1H') => `<timerEventDefinition><timeCycle>${cycle}</timeCycle></timerEventDefinition>`,
  date: (date: string) => `<timerEventDefinition><timeDate>${date}</timeDate></timerEventDefinition>`,
  condition: (condition = '${ready}', attributes = '') =>
    `<conditionalEventDefinition ${attributes}><condition>${condition}</condition></conditionalEventDefinition>`,
  compensation: (activityId?: string) =>
    `<compensateEventDefinition${activityId === undefined ? '' : ` activityRef="${activityId}"`}/>`,
  link: (name = 'way') => `<linkEventDefinition name="${name}"/>`,
  terminate: () => '<terminateEventDefinition/>',
  cancel: () => '<cancelEventDefinition/>',
}

/** Returns a boundary event and a user task after it, `after-` and its id, for tests. */
export function boundary(id: string, host: string, definition: string, attributes = ''): string {
  return `<boundaryEvent id="${id}" attachedToRef="${host}" ${attributes}>${definition}</boundaryEvent><userTask id="after-${id}"/>${flow(id, `after-${id}`)}`
}
