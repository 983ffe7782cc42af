import type { Answer, Attacker } from './attack.ts'

const names =
  'xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:camunda="http://camunda.org/schema/1.0/bpmn" targetNamespace="hostile"'

export function many(count: number, piece: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => piece(index)).join('')
}

/** Returns a process with elements. Its flows are among the elements. */
export function bpmn(key: string, inside: string, roots = ''): string {
  return `<definitions ${names}>${roots}<process id="${key}" name="${key}" isExecutable="true" camunda:historyTimeToLive="1">${inside}</process></definitions>`
}

/** Returns the sequence flows from each element to the next. */
export function path(...ids: readonly string[]): string {
  return many(
    ids.length - 1,
    (n) => `<sequenceFlow id="${ids[n]}_${ids[n + 1]}" sourceRef="${ids[n]}" targetRef="${ids[n + 1]}"/>`,
  )
}

/** Returns a process with one activity. */
export function oneActivity(key: string, activity: string): string {
  return bpmn(key, `<startEvent id="start"/>${activity}<userTask id="after"/>${path('start', 'step', 'after')}`)
}

export const cdata = (text: string) => `<![CDATA[${text}]]>`

export function scriptTask(text: string, format = 'javascript'): string {
  return `<scriptTask id="step" scriptFormat="${format}" camunda:resultVariable="result"><script>${cdata(text)}</script></scriptTask>`
}

/** Returns a task that calls a server of this machine by HTTP. */
export function httpTask(port: number): string {
  const parameter = (name: string, text: string) =>
    `<camunda:inputParameter name="${name}">${text}</camunda:inputParameter>`
  return `<serviceTask id="step" camunda:asyncBefore="true"><extensionElements><camunda:connector><camunda:inputOutput>${parameter('url', `http://127.0.0.1:${port}/`)}${parameter('method', 'GET')}</camunda:inputOutput><camunda:connectorId>http-connector</camunda:connectorId></camunda:connector></extensionElements></serviceTask>`
}

/** Returns a timer event of one second. */
export const timerEvent =
  '<intermediateCatchEvent id="step"><timerEventDefinition><timeDuration>PT1S</timeDuration></timerEventDefinition></intermediateCatchEvent>'

/**
 * Deploys a process and starts it.
 * @returns the answer to the start; the answer to the deployment when that is refused.
 */
export async function deployAndStart(
  attacker: Attacker,
  key: string,
  xml: string,
  variables: Readonly<Record<string, { value: unknown; type?: string }>> = {},
): Promise<Answer> {
  const deployed = await attacker.deploy({ [`${key}.bpmn`]: xml })
  if (deployed.status !== 200) return deployed
  return attacker.call('POST', `/process-definition/key/${key}/start`, { variables })
}

/** Returns a decision table with one input and one output. */
export function decisionTable(key: string, rules: number, cell: (index: number) => string = (n) => `"v${n}"`): string {
  const rule = (n: number) =>
    `<rule id="r${n}"><inputEntry id="a${n}"><text>${cdata(cell(n))}</text></inputEntry><outputEntry id="b${n}"><text>"${n}"</text></outputEntry></rule>`
  return `<definitions xmlns="https://www.omg.org/spec/DMN/20191111/MODEL/" id="${key}_file" name="d" namespace="n"><decision id="${key}" name="${key}"><decisionTable id="t" hitPolicy="COLLECT"><input id="i"><inputExpression id="ie"><text>x</text></inputExpression></input><output id="o" name="o"/>${many(rules, rule)}</decisionTable></decision></definitions>`
}
