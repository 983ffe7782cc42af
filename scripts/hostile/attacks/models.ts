import { type Attack, endingOf } from '../attack.ts'
import { bpmn, decisionTable, many, path } from '../models.ts'

const refused = '400 ParseException'

function deployment(
  name: string,
  file: string,
  text: () => string,
  { ends = [refused], isShort = false } = {},
): Attack {
  return {
    name,
    within: 15_000,
    ends: [...ends, '413 InvalidRequestException'],
    isShort,
    run: async (attacker) => endingOf(await attacker.deploy({ [file]: text() })),
  }
}

const attributes = (count: number) =>
  bpmn('attributes', `<startEvent id="s"${many(count, (n) => ` camunda:a${n}="x"`)}/>`)

/** Attacks by models that take long to read, or need much memory. */
export const models: readonly Attack[] = [
  deployment('19 MB of attributes', 'attributes.bpmn', () => attributes(1_000_000), { isShort: true }),
  deployment('9 MB of attributes', 'attributes.bpmn', () => attributes(500_000)),
  deployment('100,000 tasks', 'tasks.bpmn', () =>
    bpmn('tasks', `<startEvent id="s"/>${many(100_000, (n) => `<userTask id="t${n}"/>`)}${path('s', 't0')}`),
  ),
  deployment('2.7 million comments', 'comments.bpmn', () =>
    bpmn('comments', `<startEvent id="s"/>${'<!---->'.repeat(2_700_000)}`),
  ),
  deployment('a decision table of 100,000 rows', 'table.dmn', () => decisionTable('table', 100_000)),
  deployment('elements within elements, 250 deep', 'deep.bpmn', () =>
    bpmn('deep', `<startEvent id="s"/>${many(240, (n) => `<subProcess id="p${n}">`)}${'</subProcess>'.repeat(240)}`),
  ),
  deployment('an expression of a million brackets', 'brackets.bpmn', () =>
    bpmn(
      'brackets',
      `<startEvent id="s"/><task id="t"/><sequenceFlow id="f" sourceRef="s" targetRef="t"><conditionExpression>\${${'('.repeat(1_000_000)}</conditionExpression></sequenceFlow>`,
    ),
  ),
  deployment(
    '10,000 faults',
    'faults.bpmn',
    () =>
      bpmn(
        'faults',
        many(10_000, (n) => `<userTask id="t${n}" a="1"/>`),
      ),
    {
      ends: [refused, '200'],
    },
  ),
  {
    name: 'a decision table of 40,000 rows, evaluated ten times',
    within: 15_000,
    ends: ['200', '422 BudgetExceededException'],
    run: async (attacker) => {
      const started = performance.now()
      const deployed = await attacker.deploy({ 'rows.dmn': decisionTable('rows', 40_000) })
      if (deployed.status !== 200) return endingOf(deployed)
      let last = deployed
      for (let time = 0; time < 10; time++)
        last = await attacker.call('POST', '/decision-definition/key/rows/evaluate', {
          variables: { x: { value: `v${time}`, type: 'String' } },
        })
      return { ...endingOf(last), ms: performance.now() - started }
    },
  },
  {
    name: 'a decision table whose cells do much',
    within: 5000,
    ends: ['422 BudgetExceededException'],
    isShort: true,
    run: async (attacker) => {
      const cell = (n: number) => `${n} = sum(for a in 1..100000 return a)`
      const deployed = await attacker.deploy({ 'cells.dmn': decisionTable('cells', 500, cell) })
      if (deployed.status !== 200) return endingOf(deployed)
      const variables = { x: { value: 1, type: 'Integer' } }
      return endingOf(await attacker.call('POST', '/decision-definition/key/cells/evaluate', { variables }))
    },
  },
]
