import { bpmn } from '../bpmn.ts'
import { beginning, type Start } from './beginnings.ts'
import { path, sequence } from './blocks.ts'
import { type Draft, flow } from './draft.ts'
import { eventSubProcesses } from './events.ts'
import { createRandom } from './random.ts'

/**
 * Creates a random process from a seed. Over many seeds, every element, marker and event occurs in every position. The
 * process always ends: parallel branches join again, loops are counted, and thrown events are caught or may be ignored.
 *
 * @returns files to deploy (the process, called processes and a decision), and the command that starts an instance.
 */
export function createProcess(seed: number): { files: string[]; start: Start } {
  const random = createRandom(seed)
  const dialect = random.pick(['camunda', 'flowable', 'bpmn', 'millrace', 'operaton', 'activiti'] as const)
  const draft: Draft = {
    random,
    dialect,
    prefix: dialect === 'bpmn' ? '' : dialect,
    budget: 15 + random.below(75),
    serial: 0,
    definitions: [...roots],
    signals: [],
    inside: { sequence, path },
  }
  const where = { depth: 0, mayEnd: true, inTransaction: false, inLoop: false }
  const body = path(draft, 2 + random.below(7), where)
  const { xml, start } = beginning(draft, body.first)
  const elements = `${xml}${body.xml}${eventSubProcesses(draft, where)}`
  return { files: [bpmn(elements, { dialect, definitions: draft.definitions.join('') }), called, decision], start }
}

const roots = [
  '<escalation id="e1" escalationCode="e1"/><escalation id="e2" escalationCode="e2"/>',
  '<error id="caught" errorCode="caught"/><error id="nobody" errorCode="nobody"/>',
]

const called = bpmn(
  `<startEvent id="start"/><userTask id="inner"/><subProcess id="innerSub"><startEvent id="innerStart"/><userTask id="deepest"/>${flow('innerStart', 'deepest')}</subProcess>
  <boundaryEvent id="innerTimer" attachedToRef="innerSub"><timerEventDefinition><timeDuration>PT1H</timeDuration></timerEventDefinition></boundaryEvent><endEvent id="innerEnd"/>
  ${flow('start', 'inner')}${flow('inner', 'innerSub')}${flow('innerTimer', 'innerEnd')}`,
  { id: 'called' },
)

const decision = `<?xml version="1.0"?><definitions xmlns="https://www.omg.org/spec/DMN/20191111/MODEL/" id="d" name="d" namespace="test"><decision id="choose" name="choose"><decisionTable id="t" hitPolicy="FIRST">
  <input id="i"><inputExpression id="e"><text>n</text></inputExpression></input><output id="o" name="chosen"/>
  <rule id="r1"><inputEntry id="i1"><text>&gt;= 2</text></inputEntry><outputEntry id="o1"><text>"many"</text></outputEntry></rule>
  <rule id="r2"><inputEntry id="i2"><text></text></inputEntry><outputEntry id="o2"><text>"few"</text></outputEntry></rule></decisionTable></decision></definitions>`
